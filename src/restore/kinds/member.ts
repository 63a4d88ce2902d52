import { recordOf, textOf } from '../../model/fields.ts'
import { type ItemOf, phases, restorer } from './restorer.ts'

/** A person cannot be made, only invited; whoever is there already is known by their address. */
export const member = restorer({
  kind: 'member',
  givesAccess: true,
  barred: ({ json }) => (json.disabled === true ? DISABLED : null),
  gains: ({ json }) => (json.disabled === true ? `${roleWords(json.role)}, enabled` : roleWords(json.role)),
  phase: phases.people,
  key: item => emailOf(item),
  obstacle: (item, { extended, masked }) => {
    if (masked === true) return 'nobody is invited into a masked copy'
    if (!extended) return 'this service invites nobody: invite the person by hand'
    return emailOf(item) === null ? 'no address is known to invite them' : null
  },
  create: async ({ context: { platform, organization } }, item) => {
    const email = emailOf(item) ?? ''
    const { users } = await platform.invites.send(organization, {
      emails: [{ email, role: textOf(item.json.role) }],
    })
    const [id] = users
    if (id === undefined) throw new Error(`${email} was not invited`)
    return { id }
  },
  settings: [
    {
      name: 'role',
      phase: phases.people,
      fields: ({ json }) => ({ role: json.role ?? null }),
      write: async ({ context: { platform, organization } }, target, { role }) => {
        await platform.members.update(organization, target, { role: textOf(role) })
      },
      widens: (before, after) => rankOf(after.role) > rankOf(before.role),
    },
  ],
  staysUnasked: 'people stay: --kind member takes them out',
  remove: ({ context: { platform, organization } }, { id }) => platform.members.delete(organization, id),
  lost: [
    { field: 'id', why: 'person-id' },
    { field: 'user', why: 'own-profile' },
    { field: 'joinedAt', why: 'date' },
    { field: 'disabled', why: 'not-set' },
    { field: 'sso', why: 'next-login' },
    { field: 'type', why: 'derived' },
  ],
})

const DISABLED =
  'the person was disabled, and an invitation would let them in: invited only with --person or --kind member'

function roleWords(role: unknown): string {
  return `becomes a member as ${textOf(role) ?? 'guest'}`
}

/** Not made: everybody comes as a member or is only named. */
export const user = restorer({
  kind: 'user',
  phase: phases.people,
  key: ({ json }) => textOf(json.email)?.toLowerCase() ?? null,
  obstacle: () => 'people have accounts of their own; only their memberships are restored',
  lost: [{ field: '**', why: 'own-account' }],
})

export function emailOf({ json }: Pick<ItemOf<'member'>, 'json'>): string | null {
  return textOf(recordOf(json.user)?.email)?.toLowerCase() ?? null
}

const RANKS = ['read', 'comment', 'review', 'edit', 'create', 'admin']

/** None is the lowest. */
export function rankOf(role: unknown): number {
  return RANKS.indexOf(String(role))
}
