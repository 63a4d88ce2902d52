/**
 * The rows of the report of changes, streamed: one for each change of an audited kind in each step of the period, and
 * one for each scope that cannot be claimed to have changed or not.
 */
import { actionsOf } from '../../diff/actions.ts'
import type { DescribedChange, FieldChange } from '../../diff/change.ts'
import { compare } from '../../diff/compare.ts'
import { itemOf } from '../../diff/describe.ts'
import { digestOf } from '../../model/digest.ts'
import { formatRef } from '../../model/resource.ts'
import type { SnapshotSummary } from '../../model/snapshot.ts'
import type { Audited, Item, Resource } from '../../resources/resource.ts'
import type { StoredResource, Vault } from '../../vault/vault.ts'
import type { Resolution } from '../access/resolve.ts'
import type { Situation } from '../conditions.ts'
import { findMassChanges, type MassChangeLimits } from '../mass-change.ts'
import type { ChangeRow } from '../row.ts'
import { MASS_CHANGE } from '../rules/mass-change.ts'
import type { Rule } from '../rules/rule.ts'
import { makeSnapshotFacts, type SnapshotFacts } from '../snapshot-facts.ts'
import { type Attribute, lastReadAt, makeAttribute } from './actors.ts'
import { effectOf } from './effect.ts'
import { judge } from './judge.ts'
import { lastReading, type Step, stepsOf } from './periods.ts'
import { valuesOf } from './values.ts'

export interface ChangeSources {
  vault: Vault
  resources: readonly Resource[]
  rules: readonly Rule[]
  /** Of the organization, beside those that it says itself. */
  domains: readonly string[]
  resolution: Resolution
  massChange: MassChangeLimits
  trustedForMs: number
}

export function* collectChanges(
  sources: ChangeSources,
  snapshots: readonly SnapshotSummary[],
): Generator<ChangeRow> {
  const { vault, resources, domains } = sources
  const audited = new Map(resources.flatMap(({ kind, audit }) => (audit === null ? [] : [[kind, audit]])))
  const kinds = [...audited.keys()]
  let earlier: SnapshotFacts | null = null
  for (const step of stepsOf(snapshots)) {
    earlier ??= makeSnapshotFacts(vault, step.p, domains)
    const later = makeSnapshotFacts(vault, step.q, domains)
    const facts = earlier
    const nameOf = (user: string) => later.person(user).name ?? facts.person(user).name
    const attribute = makeAttribute({ ...sources, nameOf }, step.q)
    const view: View = { ...sources, audited, step, snapshots, earlier, later, attribute, told: new Set() }
    for (const change of compare(vault, resources, step.p, step.q, {
      kinds,
      by: 'id',
      gapsOf: step.gapsOf,
    })) {
      yield* rowsOf(view, change)
    }
    earlier = later
  }
  yield* massChangeRows(sources, snapshots)
}

/** Over the period as a whole: what each step has little of may be much together. */
function* massChangeRows(
  { vault, rules, massChange }: ChangeSources,
  snapshots: readonly SnapshotSummary[],
): Generator<ChangeRow> {
  const [p, q] = [snapshots[0], snapshots.at(-1)]
  const rule = rules.find(one => one.id === MASS_CHANGE.id)
  if (!p || !q || p === q || !rule || rule.off) return
  for (const { what, count, of, percent, text } of findMassChanges(
    vault,
    p.snapshot,
    q.snapshot,
    massChange,
  )) {
    yield {
      ...emptyRow({ p, q }, 'organization', p.organization, `mass-change ${what}`),
      severity: rule.severity,
      action: 'mass change',
      resource: { kind: 'organization', id: p.organization, title: q.organizationTitle, path: '' },
      before: `${of} there`,
      after: `${text} (${count}, ${percent} %)`,
      rules: [rule.id],
      controls: rule.controls,
    }
  }
}

interface View extends ChangeSources {
  audited: ReadonlyMap<string, Audited>
  step: Step
  snapshots: readonly SnapshotSummary[]
  earlier: SnapshotFacts
  later: SnapshotFacts
  attribute: Attribute
  /** Scopes that were called unknown already. */
  told: Set<string>
}

function* rowsOf(view: View, change: DescribedChange): Generator<ChangeRow> {
  const { step, snapshots } = view
  const { kind, id } = change.description
  if (change.type === 'unknown') {
    if (isStillUnknown(view, change)) yield unknownRow(view, change)
    return
  }
  const one = change.after ?? change.before
  if (one === null || isElsewhere(view, one)) return
  const audited = view.audited.get(kind)
  if (audited === undefined) return
  const fields = change.fields.filter(field => isAudited(audited, field))
  if (change.type === 'modified' ? fields.length === 0 : audited[change.type] === null) return
  const since = lastReading(snapshots, step.p, { kind, id, parent: one.parentId })
  if (since === null) yield* unknownOnce(view, change, one)
  else for (const group of asSettings(kind, fields)) yield changeRow(view, change, one, group, since)
}

/** Settings are changed one by one, and each matters by itself; what names an identity provider belongs together. */
function asSettings(kind: string, fields: readonly FieldChange[]): (readonly FieldChange[])[] {
  if (fields.length === 0 || kind === 'saml-provider') return [fields]
  return [...Map.groupBy(fields, field => topOf(field)).values()]
}

/** A person is reported where they are or were a member; who only wrote a comment once is nobody's account. */
function isElsewhere({ earlier, later }: View, { kind, id }: StoredResource): boolean {
  if (kind !== 'user') return false
  return earlier.item('member', id) === null || later.item('member', id) === null
}

function isAudited({ fields, others }: Audited, field: FieldChange): boolean {
  return others !== undefined || topOf(field) in fields
}

function topOf({ path }: Pick<FieldChange, 'path'>): string {
  return path.split(/[.[]/)[0] ?? path
}

/** A gap in the middle of the period is told in the list of gaps; its scope is compared when it was read again. */
function isStillUnknown({ snapshots, step }: View, { cause }: DescribedChange): boolean {
  if (cause === null || cause.class === 'not-read') return true
  const last = snapshots.at(-1)?.snapshot
  const first = snapshots[0]?.snapshot
  return cause.snapshots.some(one => one === last || (one === first && step.p.snapshot === first))
}

function* unknownOnce(view: View, change: DescribedChange, one: StoredResource): Generator<ChangeRow> {
  const scope = `${one.kind} ${one.parent}`
  if (view.told.has(scope)) return
  view.told.add(scope)
  const description = { ...change.description, id: '', title: `every ${one.kind}`, within: one.parentId }
  const message = 'no snapshot of the period before this one could read it'
  yield unknownRow(view, { ...change, description, cause: { class: 'not-read', message, snapshots: [] } })
}

function unknownRow(view: View, { description, cause }: DescribedChange): ChangeRow {
  const { kind, id, title, within } = description
  return {
    ...emptyRow(view.step, kind, id, `${kind} ${within} ${id}`),
    severity: 'unknown',
    action: 'unknown',
    resource: { kind, id, title, path: within ?? '' },
    before: 'unknown',
    after: 'unknown',
    cause: cause === null ? 'not read' : `${cause.class}: ${cause.message}`,
  }
}

function changeRow(
  view: View,
  change: DescribedChange,
  one: StoredResource,
  fields: readonly FieldChange[],
  since: SnapshotSummary,
): ChangeRow {
  const { vault, earlier, later, resolution } = view
  const { kind, id, parentId: parent } = one
  const items = { before: itemAt(vault, change.before), after: itemAt(vault, change.after) }
  const about = { kind, id, parent }
  const situation: Situation = { ...about, ...items, earlier, later }
  const event = change.type === 'unknown' ? 'modified' : change.type
  const judgement = judge(view.rules, event, fields.map(topOf), situation)
  const [before, after] = [earlier, later].map(facts => effectOf(facts, about, resolution))
  return {
    ...emptyRow(
      view.step,
      kind,
      id,
      [formatRef(vault.ref(one.key)), ...fields.map(({ path }) => path)].join(' '),
    ),
    ...judgement,
    action: actionOf(change, fields),
    detected: { after: lastReadAt(vault, since, one), before: view.step.q.sealed ?? view.step.q.started },
    resource: resourceOf(change, one, earlier, later),
    subject: subjectOf(one, change, later, earlier),
    ...valuesOf(change, fields, items),
    cause: firstMissingWords(change),
    effective_before: before?.role ?? '',
    effective_after: after?.role ?? '',
    via: (after?.via || before?.via) ?? '',
    ...view.attribute({ resource: one, event, fields: fields.map(topOf) }, since),
  }
}

function firstMissingWords({ firstMissing }: DescribedChange): string {
  if (firstMissing === null) return ''
  const { snapshot, at } = firstMissing
  return `first missing in snapshot ${snapshot}${at === null ? '' : ` of ${at}`}`
}

function emptyRow({ p, q }: Pick<Step, 'p' | 'q'>, kind: string, id: string, name: string): ChangeRow {
  return {
    id: digestOf(JSON.stringify([p.organization, name, p.snapshot, q.snapshot])).slice(0, 16),
    severity: 'info',
    action: '',
    detected: { after: p.started, before: q.sealed ?? q.started },
    occurred: null,
    resource: { kind, id, title: '', path: '' },
    subject: null,
    before: '',
    after: '',
    effective_before: '',
    effective_after: '',
    via: '',
    actor: 'unknown',
    source: 'unknown',
    rules: [],
    controls: [],
    snapshots: [p.snapshot, q.snapshot],
    cause: '',
  }
}

/** Only what the fields in the row did. */
function actionOf({ type, description, actions }: DescribedChange, fields: readonly FieldChange[]): string {
  if (type !== 'modified') return actions.join(', ')
  const { kind } = description
  return actionsOf({ kind, type, fields, parts: [], moved: false, reordered: false }).join(', ')
}

function resourceOf(
  { description }: DescribedChange,
  { kind, parentKind, parentId }: StoredResource,
  earlier: SnapshotFacts,
  later: SnapshotFacts,
): ChangeRow['resource'] {
  const above = parentKind === null || parentKind === 'organization' || parentId === null ? null : parentKind
  const title =
    above && parentId && (later.title(above, parentId) ?? earlier.title(above, parentId) ?? parentId)
  return { kind, id: description.id, title: description.title, path: above ? `${above} ${title}` : '' }
}

function subjectOf(
  { kind, id }: StoredResource,
  { description }: DescribedChange,
  later: SnapshotFacts,
  earlier: SnapshotFacts,
): ChangeRow['subject'] {
  if (['member', 'user', 'team-member'].includes(kind) || kind.endsWith('-user-grant')) {
    const person = later.person(id)
    return { kind: 'user', ...(person.email === null && person.name === null ? earlier.person(id) : person) }
  }
  const nobody = { name: null, email: null, domain: null }
  if (kind.endsWith('-team-grant'))
    return { kind: 'team', id, ...nobody, name: later.title('team', id) ?? earlier.title('team', id) }
  if (kind === 'team') return { kind: 'team', id, ...nobody, name: description.title }
  return null
}

function itemAt(vault: Vault, one: StoredResource | null): Item | null {
  return one && itemOf(vault, one)
}
