/** One row of the report of changes, from what was compared and what the two snapshots say around it. */

import { actionsOf } from '../../diff/actions.ts'
import type { DescribedChange, FieldChange } from '../../diff/change.ts'
import { itemOf } from '../../diff/describe.ts'
import { digestOf } from '../../model/digest.ts'
import type { Kind } from '../../model/resource.ts'
import { formatRef } from '../../model/resource.ts'
import type { SnapshotPair, SnapshotSummary } from '../../model/snapshot.ts'
import type { Audited } from '../../resources/audited.ts'
import { declarationOf } from '../../resources/index.ts'
import type { Item, Resource } from '../../resources/resource.ts'
import type { StoredResource, Vault } from '../../vault/vault.ts'
import type { LoadedAccess } from '../access/load.ts'
import type { Resolution } from '../access/resolve.ts'
import type { Situation } from '../conditions.ts'
import type { MassChangeLimits } from '../mass-change.ts'
import type { ChangeRow } from '../row.ts'
import type { Rule } from '../rules/rule.ts'
import type { SnapshotFacts } from '../snapshot-facts.ts'
import { type Attribute, lastReadAt } from './actors.ts'
import { causeOf } from './causes.ts'
import { effectOf } from './effect.ts'
import { judge } from './judge.ts'
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

/** What is known while the changes of one pair become rows. */
export interface View extends ChangeSources {
  audited: ReadonlyMap<string, Audited>
  pair: SnapshotPair
  snapshots: readonly SnapshotSummary[]
  earlier: SnapshotFacts
  later: SnapshotFacts
  attribute: Attribute
  /** Everybody, in memory: for changes of places only. */
  loaded(): LoadedAccess
  /** Scopes that were called unknown already. */
  unknown: Set<string>
}

/** What one row is about: a change, and those of its fields that belong together. */
export interface RowSubject {
  change: DescribedChange
  resource: StoredResource
  fields: readonly FieldChange[]
  /** The last snapshot before that read it. */
  since: SnapshotSummary
}

export function changeRow(view: View, { change, resource, fields, since }: RowSubject): ChangeRow {
  const { vault, earlier, later, resolution } = view
  const { kind, id, parentId: parent } = resource
  const items = { before: itemAt(vault, change.before), after: itemAt(vault, change.after) }
  const about = { kind, id, parent }
  const situation: Situation = { ...about, ...items, earlier, later }
  const event = change.type === 'unknown' ? 'modified' : change.type
  const changed = { resource: resource, event, fields: fields.map(topOf) }
  const cause = causeOf(view, changed)
  const causing = cause && { ...cause, fields: cause.fields.map(topOf) }
  const [before, after] = [earlier, later].map(facts => effectOf(facts, about, resolution))
  return {
    ...emptyRow(view.pair, kind, id, nameOfRow(vault, resource, fields)),
    ...judge(view.rules, event, changed.fields, situation),
    type: change.type,
    action: actionOf(change, fields),
    detected: {
      after: lastReadAt(vault, since, resource),
      before: view.pair.b.sealed ?? view.pair.b.started,
    },
    resource: resourceOf(change, resource, earlier, later),
    subject: subjectOf(resource, change, later, earlier),
    ...valuesOf(change, fields, items),
    cause: firstMissingWords(change),
    effective_before: before?.role ?? '',
    effective_after: after?.role ?? '',
    via: (after?.via || before?.via) ?? '',
    ...view.attribute(causing ?? changed, since),
    derived_from: cause && rowId(view.pair, nameOfRow(vault, cause.resource, cause.fields)),
  }
}

function firstMissingWords({ firstMissing }: DescribedChange): string {
  if (firstMissing === null) return ''
  const { snapshot, at } = firstMissing
  return `first missing in snapshot ${snapshot}${at === null ? '' : ` of ${at}`}`
}

function nameOfRow(vault: Vault, { key }: StoredResource, fields: readonly FieldChange[]): string {
  return [formatRef(vault.ref(key)), ...fields.map(({ path }) => path)].join(' ')
}

function rowId({ a, b }: SnapshotPair, name: string): string {
  return digestOf(JSON.stringify([a.organization, name, a.snapshot, b.snapshot])).slice(0, 16)
}

export function emptyRow({ a, b }: SnapshotPair, kind: Kind, id: string, name: string): ChangeRow {
  return {
    id: rowId({ a, b }, name),
    severity: 'info',
    type: 'modified',
    action: '',
    detected: { after: a.started, before: b.sealed ?? b.started },
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
    snapshots: [a.snapshot, b.snapshot],
    cause: '',
    derived_from: null,
    derived: [],
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
  const access = declarationOf(kind)?.access
  if (access === undefined || access.as === 'effective') return null
  if (access.of === 'person') {
    const person = later.person(id)
    return { kind: 'user', ...(person.email === null && person.name === null ? earlier.person(id) : person) }
  }
  const nobody = { name: null, email: null, domain: null }
  const own = access.as === 'identity' ? description.title : null
  return { kind: 'team', id, ...nobody, name: own ?? later.title('team', id) ?? earlier.title('team', id) }
}

function itemAt(vault: Vault, resource: StoredResource | null): Item | null {
  return resource && itemOf(vault, resource)
}

export function topOf({ path }: Pick<FieldChange, 'path'>): string {
  return path.split(/[.[]/)[0] ?? path
}
