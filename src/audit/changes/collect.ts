/**
 * The rows of the report of changes, streamed: one for each change of an audited kind in each pair of the period, and
 * one for each scope that cannot be claimed to have changed or not.
 */

import type { DescribedChange, FieldChange } from '../../diff/change.ts'
import { compare } from '../../diff/compare.ts'
import { lazily } from '../../model/lazily.ts'
import type { SnapshotSummary } from '../../model/snapshot.ts'
import type { Audited } from '../../resources/audited.ts'
import { ACCOUNT } from '../../resources/people.ts'
import type { StoredResource } from '../../vault/vault.ts'
import { loadAccess } from '../access/load.ts'
import { findMassChanges } from '../mass-change.ts'
import type { ChangeRow } from '../row.ts'
import { MASS_CHANGE } from '../rules/mass-change.ts'
import { makeSnapshotFacts, type SnapshotFacts } from '../snapshot-facts.ts'
import { accessRows } from './access-rows.ts'
import { makeAttribute } from './actors.ts'
import { type ChangeSources, changeRow, emptyRow, topOf, type View } from './change-row.ts'
import { lastReading, pairsOf } from './periods.ts'

export function* collectChanges(
  sources: ChangeSources,
  snapshots: readonly SnapshotSummary[],
): Generator<ChangeRow> {
  const { vault, resources, domains } = sources
  const audited = new Map(resources.flatMap(({ kind, audit }) => (audit === null ? [] : [[kind, audit]])))
  const kinds = [...audited.keys()]
  let earlier: SnapshotFacts | null = null
  for (const pair of pairsOf(snapshots)) {
    earlier ??= makeSnapshotFacts(vault, pair.a, domains)
    const later = makeSnapshotFacts(vault, pair.b, domains)
    const facts = earlier
    const nameOf = (user: string) => later.person(user).name ?? facts.person(user).name
    const attribute = makeAttribute({ ...sources, nameOf }, pair.b)
    const loaded = lazily(() => loadAccess(vault, later))
    const view: View = {
      ...sources,
      audited,
      pair,
      snapshots,
      earlier,
      later,
      attribute,
      loaded,
      unknown: new Set(),
    }
    for (const change of compare(vault, resources, pair, {
      kinds,
      by: 'id',
      gapsOf: pair.gapsOf,
    })) {
      yield* rowsOf(view, change)
    }
    earlier = later
  }
  yield* massChangeRows(sources, snapshots)
}

/** Over the period as a whole: what each pair has little of may be much together. */
function* massChangeRows(
  { vault, rules, massChange }: ChangeSources,
  snapshots: readonly SnapshotSummary[],
): Generator<ChangeRow> {
  const [a, b] = [snapshots[0], snapshots.at(-1)]
  const rule = rules.find(known => known.id === MASS_CHANGE.id)
  if (!a || !b || a === b || !rule || rule.off) return
  for (const { what, count, of, percent, text } of findMassChanges(
    vault,
    a.snapshot,
    b.snapshot,
    massChange,
  )) {
    yield {
      ...emptyRow({ a, b }, 'organization', a.organization, `mass-change ${what}`),
      severity: rule.severity,
      action: 'mass change',
      resource: { kind: 'organization', id: a.organization, title: b.organizationTitle, path: '' },
      before: `${of} there`,
      after: `${text} (${count}, ${percent} %)`,
      rules: [rule.id],
      controls: rule.controls,
    }
  }
}

function* rowsOf(view: View, change: DescribedChange): Generator<ChangeRow> {
  const { pair, snapshots } = view
  const { kind, id } = change.description
  if (change.type === 'unknown') {
    if (isStillUnknown(view, change)) yield unknownRow(view, change)
    return
  }
  const resource = change.after ?? change.before
  if (resource === null || isElsewhere(view, resource)) return
  const audited = view.audited.get(kind)
  if (audited === undefined) return
  const fields = change.fields.filter(field => isAudited(audited, field))
  if (change.type === 'modified' ? fields.length === 0 : audited[change.type] === null) return
  const since = lastReading(snapshots, pair.a, { kind, id, parent: resource.parentId })
  if (since === null) yield* unknownOnce(view, change, resource)
  else {
    for (const group of asSettings(audited, fields)) {
      const row = changeRow(view, { change, resource: resource, fields: group, since })
      const effects = accessRows(view, row, change, group)
      yield effects === null ? row : { ...row, effective_after: effects.words }
      yield* effects?.rows ?? []
    }
  }
}

function asSettings({ together }: Audited, fields: readonly FieldChange[]): (readonly FieldChange[])[] {
  if (fields.length === 0 || together) return [fields]
  return [...Map.groupBy(fields, field => topOf(field)).values()]
}

/** A person is reported where they are or were a member; who only wrote a comment once is nobody's account. */
function isElsewhere({ earlier, later }: View, { kind, id }: StoredResource): boolean {
  if (kind !== ACCOUNT) return false
  return !earlier.isMember(id) || !later.isMember(id)
}

function isAudited({ fields, others }: Audited, field: FieldChange): boolean {
  return others !== undefined || topOf(field) in fields
}

/** A gap in the middle of the period is told in the list of gaps; its scope is compared when it was read again. */
function isStillUnknown({ snapshots, pair }: View, { cause }: DescribedChange): boolean {
  if (cause === null || cause.class === 'not-read') return true
  const last = snapshots.at(-1)?.snapshot
  const first = snapshots[0]?.snapshot
  return cause.snapshots.some(
    snapshot => snapshot === last || (snapshot === first && pair.a.snapshot === first),
  )
}

function* unknownOnce(view: View, change: DescribedChange, resource: StoredResource): Generator<ChangeRow> {
  const scope = `${resource.kind} ${resource.parent}`
  if (view.unknown.has(scope)) return
  view.unknown.add(scope)
  const description = {
    ...change.description,
    id: '',
    title: `every ${resource.kind}`,
    within: resource.parentId,
  }
  const message = 'no snapshot of the period before this one could read it'
  yield unknownRow(view, { ...change, description, cause: { class: 'not-read', message, snapshots: [] } })
}

function unknownRow(view: View, { description, cause }: DescribedChange): ChangeRow {
  const { kind, id, title, within } = description
  return {
    ...emptyRow(view.pair, kind, id, `${kind} ${within} ${id}`),
    severity: 'unknown',
    type: 'unknown',
    action: 'unknown',
    resource: { kind, id, title, path: within ?? '' },
    before: 'unknown',
    after: 'unknown',
    cause: cause === null ? 'not read' : `${cause.class}: ${cause.message}`,
  }
}
