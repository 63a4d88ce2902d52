/** Single sign-on and invitations by link: doors, so they come back only into something that has none, or if asked for. */

import { type Fields, recordOf, textOf } from '../../model/fields.ts'
import { linkInviteName } from '../../resources/link-invite.ts'
import type { RestoreKnowledge } from '../apply/session.ts'
import type { MapId } from '../match/ids.ts'
import type { TargetProfile } from '../read/target-profile.ts'
import { rankOf } from './member.ts'
import { type ItemOf, phases, restorer } from './restorer.ts'

export const samlProvider = restorer({
  kind: 'saml-provider',
  always: 'new-provider-addresses',
  phase: phases.sso,
  key: ({ json }) => textOf(json.label),
  create: async ({ context: { platform, organization }, knowledge: { map } }, item) => {
    const made = await platform.saml.create(organization, {
      label: textOf(item.json.label) ?? '',
      ...providerFields(item, map),
    })
    return { id: made.id, json: made }
  },
  settings: [
    {
      name: 'settings',
      phase: phases.sso,
      awaits: true,
      lasts: (before, after) =>
        before.defaultTeam === undefined && after.defaultTeam !== undefined
          ? 'no operation takes the default team away again'
          : null,
      fields: (item, map) => ({
        label: item.json.label,
        defaultRole: item.json.defaultRole ?? null,
        ...providerFields(item, map),
      }),
      write: async ({ context: { platform, organization } }, target, fields: Fields) => {
        await platform.saml.update(organization, target, fields)
      },
      widens: trustsOthers,
    },
  ],
  emptied: { defaultRole: null },
  remove: ({ context: { platform, organization } }, { id }) => platform.saml.delete(organization, id),
  lost: [
    { field: 'id', why: 'new-one' },
    { field: 'createdAt', why: 'date' },
    { field: 'status', why: 'first-login' },
    { field: 'service', why: 'new-provider-addresses' },
    { field: 'defaultTeam', why: 'absent-team', when: isTeamGone },
    { field: 'defaultTeam', why: 'not-taken-away', when: ({ json }) => teamOf(json) === null },
  ],
})

/** Who may say who somebody is, and what those get who come in that way: an older certificate may be the stolen one. */
function trustsOthers(before: Fields, after: Fields): boolean {
  const isOther = (name: string) => after[name] !== undefined && after[name] !== before[name]
  return TRUST.some(isOther) || rankOf(after.defaultRole) > rankOf(before.defaultRole)
}

const TRUST = ['entityID', 'certificate', 'ssoURL', 'defaultTeam'] as const
const TEXTS = ['entityID', 'certificate', 'ssoURL', 'defaultRole'] as const

function isTeamGone({ json }: ItemOf<'saml-provider'>, { map }: TargetProfile): boolean {
  const team = teamOf(json)
  return team !== null && map('team', team) === null
}

/** Whole, or by its id alone. */
function teamOf({ defaultTeam }: ItemOf<'saml-provider'>['json']): string | null {
  return textOf(defaultTeam) ?? textOf(recordOf(defaultTeam)?.id)
}

function providerFields({ json }: ItemOf<'saml-provider'>, map: MapId): Record<string, string> {
  const team = teamOf(json)
  const mapped = team === null ? null : map('team', team)
  const texts = TEXTS.flatMap(name => {
    const value = textOf(json[name])
    return value === null ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(texts), ...(mapped === null ? {} : { defaultTeam: mapped }) }
}

/** The id of a link is its secret: a new link is another address. */
export const linkInvite = restorer({
  kind: 'link-invite',
  always: 'new-link',
  phase: phases.grants,
  givesAccess: true,
  gains: ({ json }) => `whoever has the link becomes ${textOf(json.role) ?? textOf(json.level) ?? 'guest'}`,
  remove: ({ context: { platform, organization } }, { id, json }) =>
    platform.organizations.deleteLinkInvite(organization, textOf(json.id) ?? id),
  key: ({ json }, map) => {
    const [place, id] = placeOf(json)
    const mapped = place === null ? '' : map(place, id)
    return mapped === null ? null : `${place ?? ''} ${mapped} ${String(json.role ?? json.level)}`
  },
  obstacle: ({ json }, { map, extended }) => {
    if (!extended) return 'this service has no operation that makes such a link'
    const [place, id] = placeOf(json)
    return place !== null && map(place, id) === null ? `its ${place} is not there` : null
  },
  create: async ({ context, knowledge }, { json }) => {
    const [place, id] = placeOf(json)
    const level = textOf(json.level)
    const link =
      place === 'space'
        ? { level, space: knowledge.need('space', id) }
        : place === 'collection'
          ? { level, collection: knowledge.need('collection', id) }
          : { role: textOf(json.role) }
    const made = await context.platform.invites.createLink(context.organization, link)
    return { id: linkInviteName(made.id), json: made }
  },
  settings: [
    {
      name: 'role',
      phase: phases.grants,
      fields: ({ json }) =>
        placeOf(json)[0] === null ? { role: json.role ?? null } : { level: json.level ?? null },
      write: async ({ context: { platform, organization }, knowledge }, target, fields) => {
        const role = roleOf(fields)
        const change = 'level' in fields ? { level: role } : { role }
        await platform.invites.updateLink(organization, secretOf(knowledge, target), change)
      },
      widens: (before, after) => rankOf(roleOf(after)) > rankOf(roleOf(before)),
    },
  ],
  lost: [
    { field: 'id', why: 'new-link' },
    { field: 'createdAt', why: 'date' },
    { field: 'createdBy', why: 'token-owner' },
    { field: 'organization', why: 'in-target' },
  ],
})

function roleOf({ role, level }: ItemOf<'link-invite'>['json']): string | null {
  return textOf(level) ?? textOf(role)
}

/** The platform's id of a link, which is kept out of the id that it has here. */
function secretOf({ answers, before }: RestoreKnowledge, target: string): string {
  const json = answers.get(`link-invite ${target}`) ?? before.byId('link-invite', target)?.json
  const secret = textOf(json?.id)
  if (secret === null) throw new Error('the platform’s id of the link is not known')
  return secret
}

function placeOf(json: ItemOf<'link-invite'>['json']): ['space' | 'collection', string] | [null, string] {
  for (const place of ['space', 'collection'] as const) {
    const id = textOf(json[place]) ?? textOf(recordOf(json[place])?.id)
    if (id !== null) return [place, id]
  }
  return [null, '']
}
