/**
 * Who did it and when, from the audit events that the platform recorded, where it offers them. An event is taken for a
 * change when it names the same thing and an action of the right sort; nothing is guessed beyond that.
 */
import { itemOf } from '../../diff/describe.ts'
import type { Item } from '../../resources/resource.ts'
import type { Vault } from '../../vault/vault.ts'

export interface Deed {
  actor: string
  occurred: string | null
  source: string
}

const NOBODY: Deed = { actor: 'unknown', occurred: null, source: 'unknown' }
/** Of one step; older ones are forgotten first. */
const MAX_EVENTS = 50_000

const actions: Readonly<Record<string, RegExp>> = {
  organization: /^updateOrganizationById$/,
  member: /member|invite|join|SSO/i,
  team: /team/i,
  'team-member': /team/i,
  'saml-provider': /saml/i,
  'link-invite': /invite/i,
  integration: /integration/i,
  installation: /install/i,
  'installation-space': /install/i,
  'installation-site': /install/i,
  collection: /collection/i,
  space: /space|site/i,
  site: /site/i,
  'site-space': /site/i,
  'share-link': /share/i,
  'site-visitor-auth': /auth/i,
  'site-mcp-server': /mcp/i,
  'openapi-spec': /openapi|spec/i,
  user: /user|member/i,
}
const grants = /permission|inviteTo|removeUserFrom|removeTeamFrom/i

export interface Concerned {
  kind: string
  id: string
  parent: string | null
}

/** `since`: the last snapshot that read the scope before. */
export type FindDeed = (change: Concerned, since: number) => Deed

export function makeFindDeed(vault: Vault, q: number): FindDeed {
  const known = new Map<number, Map<string, Item[]>>()
  return ({ kind, id, parent }, since) => {
    const events = known.get(since) ?? eventsByTarget(vault, since, q)
    known.set(since, events)
    const sort = kind.endsWith('-grant') ? grants : actions[kind]
    const found = [...(events.get(id) ?? []), ...(parent === null ? [] : (events.get(parent) ?? []))]
      .filter(event => sort?.test(String(event.action)))
      .sort((a, b) => String(a.createdAt).localeCompare(String(b.createdAt)))
    const event = found.at(-1)
    return event ? deedOf(event) : NOBODY
  }
}

function eventsByTarget(vault: Vault, p: number, q: number): Map<string, Item[]> {
  const byTarget = new Map<string, Item[]>()
  let count = 0
  for (const change of vault.changes(p, q, { kinds: ['audit-event'], gapsOf: [] })) {
    const event = change.resource === null ? null : vault.at(q, change.resource)
    if (change.type !== 'added' || event === null || count++ >= MAX_EVENTS) continue
    const item = itemOf(vault, event)
    const target = isItem(item.target) ? item.target.id : undefined
    if (typeof target !== 'string') continue
    const known = byTarget.get(target)
    if (known) known.push(item)
    else byTarget.set(target, [item])
  }
  return byTarget
}

function deedOf(event: Item): Deed {
  const actor = isItem(event.actor) ? event.actor : {}
  const user = isItem(actor.user) ? actor.user : actor
  const name = [user.displayName, user.email, user.id, event.actor].find(one => typeof one === 'string')
  return {
    actor: name === undefined ? 'unknown' : String(name),
    occurred: typeof event.createdAt === 'string' ? event.createdAt : null,
    source: `audit event ${String(event.id)} (${String(event.action)})`,
  }
}

function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
