/**
 * Who did it and when, from the audit events that the platform recorded, where it offers them. An event names a change when
 * its target is the changed thing itself and its action does such a thing; or when it is the only event since the thing was
 * last read that can have done it, at the thing or at its parent. Everything else is unknown: a wrong name is worse.
 */

import { itemOf } from '../../diff/describe.ts'
import { isFields, recordOf, textOf } from '../../model/fields.ts'
import { lazily } from '../../model/lazily.ts'
import type { Kind } from '../../model/resource.ts'
import type { SnapshotSummary } from '../../model/snapshot.ts'
import type { CausingAction } from '../../resources/causing-actions.ts'
import { declarationOf } from '../../resources/index.ts'
import type { Item, Resource } from '../../resources/resource.ts'
import type { StoredResource, Vault } from '../../vault/vault.ts'
import type { RuleEvent } from '../rules/rule.ts'
import { causeBy } from './causing-actions.ts'

export interface Attribution {
  actor: string
  occurred: string | null
  source: string
}

const UNKNOWN: Attribution = { actor: 'unknown', occurred: null, source: 'unknown' }
/** Of one pair of snapshots: with more nobody is named, because those that are left out may be the ones. */
const MAX_EVENTS = 50_000

export interface ChangedThing {
  resource: StoredResource
  event: RuleEvent
  /** Top-level ones that differ. */
  fields: readonly string[]
}

/** `since`: the last snapshot that read the scope before. */
export type Attribute = (change: ChangedThing, since: SnapshotSummary) => Attribution

interface Candidate {
  event: Item
  cause: CausingAction
}

export interface AttributionSources {
  vault: Vault
  resources: readonly Resource[]
  /** In a fast run, what is not read in every run may be as old as this. */
  trustedForMs: number
  nameOf(user: string): string | null
}

export function makeAttribute(sources: AttributionSources, q: SnapshotSummary): Attribute {
  const { vault, resources, trustedForMs, nameOf } = sources
  const declarations = new Map(resources.map(resource => [resource.kind, resource]))
  const { organization } = q
  const first = lazily(() => vault.moments({ organization, oldest: 1 })[0])
  const hasLostItsFirst = lazily(() => {
    const [oldest] = vault.pruned({ organization, oldest: 1 })
    return oldest !== undefined && oldest.snapshot < (first()?.snapshot ?? 0)
  })
  const known = new Map<number, Map<string, Item[]>>()
  const eventsSince = (snapshot: number) => {
    const events = known.get(snapshot) ?? eventsByTarget(vault, snapshot, q.snapshot)
    known.set(snapshot, events)
    return events
  }
  return (change, since) => {
    const { resource, event, fields } = change
    const read = lastReadAt(vault, since, resource)
    const isFresh = isReadInEveryRun(declarations.get(resource.kind))
    const after = isFresh ? read : new Date(Date.parse(read) - trustedForMs).toISOString()
    const [earlier] = vault.moments({ organization, to: q.snapshot, startedBefore: after, newest: 1 })
    // Who is named would be chosen among some of the events: those of before stand in what was pruned.
    if (earlier === undefined && hasLostItsFirst()) return UNKNOWN
    // The first snapshot read everything.
    const before = earlier ?? first() ?? since
    const events = eventsSince(Math.min(before.snapshot, since.snapshot))
    const candidates = (target: string | null): Candidate[] =>
      (target === null ? [] : (events.get(target) ?? [])).flatMap(candidate => {
        const cause =
          timeOf(candidate) >= after ? causeBy(resource.kind, event, String(candidate.action)) : null
        const fits =
          cause && (!cause.sets || event !== 'modified' || fields.some(field => cause.sets?.includes(field)))
        return fits ? [{ event: candidate, cause }] : []
      })
    const own = candidates(resource.id)
    // Of a membership or a grant an event names the person or the team, not where.
    const isNamed = !isNamedByOther(resource.kind)
    if (own.length > 0 && isNamed && (event !== 'modified' || own.every(candidate => candidate.cause.sets))) {
      const newest = own.toSorted((a, b) => (timeOf(a.event) < timeOf(b.event) ? -1 : 1)).at(-1)
      if (newest) return attributionTo(newest.event, nameOf)
    }
    const possible = own.length > 0 && isNamed ? own : [...own, ...candidates(resource.parentId)]
    const others = isNamed ? 0 : changedElsewhere(vault, since.snapshot, q.snapshot, resource)
    return oneOf(possible, others, nameOf)
  }
}

function isReadInEveryRun(declared: Resource | undefined): boolean {
  if (declared === undefined) return false
  const everyRun = 'everyRun' in declared ? declared.everyRun : undefined
  // `lists` may be older than the run, as the setting allows.
  return everyRun === undefined
    ? declared.parent === null || declared.parent === 'organization'
    : everyRun === true
}

/** ISO 8601. What a run trusted a token for, or carried, it did not read. */
export function lastReadAt(vault: Vault, since: SnapshotSummary, { parent, kind }: StoredResource): string {
  const exactAt = vault.lastRead(since.snapshot, parent, kind)?.exactAt
  return exactAt != null && exactAt < since.started ? exactAt : since.started
}

/** Several events by one person are still that person's. */
function oneOf(
  candidates: readonly Candidate[],
  others: number,
  nameOf: (user: string) => string | null,
): Attribution {
  const [first] = candidates
  if (first === undefined) return UNKNOWN
  if (candidates.length === 1 && others === 0) return attributionTo(first.event, nameOf)
  const actors = new Set(candidates.map(candidate => actorOf(candidate.event).id))
  // Fewer events than changes: some of them were not recorded, and nothing tells which.
  if (actors.size !== 1 || actors.has(null) || candidates.length <= others) return UNKNOWN
  const { actor } = attributionTo(first.event, nameOf)
  const actions = [...new Set(candidates.map(candidate => String(candidate.event.action)))].join(', ')
  return { actor, occurred: null, source: `one of ${candidates.length} audit events (${actions})` }
}

/** How many other memberships or grants of the same person or team differ. */
function changedElsewhere(vault: Vault, p: number, q: number, { kind, id, key }: StoredResource): number {
  const [before, after] = [p, q].map(
    snapshot => new Map(vault.find(snapshot, kind, id).map(stored => [stored.key, stored.contentDigest])),
  )
  const keys = new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])
  return [...keys].filter(other => other !== key && before?.get(other) !== after?.get(other)).length
}

function isNamedByOther(kind: Kind): boolean {
  const as = declarationOf(kind)?.access?.as
  return as === 'membership' || as === 'grant'
}

function eventsByTarget(vault: Vault, p: number, q: number): Map<string, Item[]> {
  const byTarget = new Map<string, Item[]>()
  let count = 0
  for (const change of vault.changes(p, q, { kinds: ['audit-event'], gapsOf: [] })) {
    const event = change.resource === null ? null : vault.at(q, change.resource)
    if (change.type !== 'added' || event === null) continue
    if (count++ >= MAX_EVENTS) return new Map()
    const item = itemOf(vault, event)
    const target = textOf(recordOf(item.target)?.id)
    if (target === null) continue
    const known = byTarget.get(target)
    if (known) known.push(item)
    else byTarget.set(target, [item])
  }
  return byTarget
}

function attributionTo(event: Item, nameOf: (user: string) => string | null): Attribution {
  const { id, name } = actorOf(event)
  return {
    actor: name ?? (id === null ? null : nameOf(id)) ?? id ?? 'unknown',
    occurred: timeOf(event) || null,
    source: `audit event ${String(event.id)} (${String(event.action)})`,
  }
}

/** In the form that the platform documents, or in an older one that embeds the user. */
function actorOf({ actor }: Item): { id: string | null; name: string | null } {
  if (!isFields(actor)) return { id: textOf(actor), name: null }
  const user = recordOf(actor.user) ?? actor
  return {
    id: textOf(actor.id) ?? textOf(user.id),
    name: textOf(actor.label) ?? textOf(user.displayName) ?? textOf(user.email),
  }
}

function timeOf({ occurredAt, createdAt }: Item): string {
  return textOf(occurredAt) ?? textOf(createdAt) ?? ''
}
