/**
 * What differs between two snapshots, described: matched by id within one organization, or by path where ids cannot
 * match (another organization, a restored copy). Streams; holds one space's page tree at a time.
 */

import { UsageError } from '../model/errors.ts'
import type { Kind } from '../model/resource.ts'
import type { Gap, SnapshotSummary } from '../model/snapshot.ts'
import { kindUnder } from '../resources/drafts.ts'
import type { Resource } from '../resources/resource.ts'
import type { StoredResource, Vault, VaultChange } from '../vault/vault.ts'
import { actionsOf } from './actions.ts'
import type { Cause, DescribedChange, FirstMissing } from './change.ts'
import { comparePaths } from './compare-paths.ts'
import { type Describe, type Description, itemOf, makeDescribe, makeLabelOf } from './describe.ts'
import { fieldChanges } from './field-changes.ts'
import { kindsInTree, type Move, makeMoves } from './moves.ts'
import { partChanges } from './part-changes.ts'

export interface CompareOptions {
  kinds?: readonly Kind[] | undefined
  by: 'id' | 'path'
  /** Snapshots whose gaps make changes unknown; default both. */
  gapsOf?: readonly number[] | undefined
}

export function* compare(
  vault: Vault,
  resources: readonly Resource[],
  a: SnapshotSummary,
  b: SnapshotSummary,
  options: CompareOptions,
): Generator<DescribedChange> {
  const comparison = makeComparison(vault, resources, a, b, options)
  if (options.by === 'path') {
    for (const { type, description, before, after } of comparePaths(
      vault,
      comparison.describe,
      a,
      b,
      options,
    ))
      yield comparison.describePair(type, before, after, null, description)
    return
  }
  if (a.organization !== b.organization) {
    throw new UsageError(`snapshots ${a.snapshot} and ${b.snapshot} are of different organizations`, {
      hint: 'compare them with --by path',
    })
  }
  for (const change of vault.changes(a.snapshot, b.snapshot, {
    kinds: withTrees(options.kinds),
    gapsOf: options.gapsOf,
  })) {
    for (const found of comparison.describeChange(change)) {
      if (!options.kinds || options.kinds.includes(found.description.kind)) yield found
    }
  }
}

/** A page that only moved has changed in its revision, not in itself. */
function withTrees(kinds: readonly Kind[] | undefined): readonly Kind[] | undefined {
  const trees = (['space', 'change-request'] as const).map(owner => kindUnder(owner, 'revision'))
  const needed = trees.filter(tree => kindsInTree(tree).some(kind => kinds?.includes(kind)))
  return kinds && [...new Set([...kinds, ...needed])]
}

function makeComparison(
  vault: Vault,
  resources: readonly Resource[],
  a: SnapshotSummary,
  b: SnapshotSummary,
  options: CompareOptions,
) {
  const describe = makeDescribe(vault, resources)
  const declarations = new Map(resources.map(one => [one.kind, one]))
  const moves = makeMoves(vault, makeLabelOf(vault, resources), a, b)
  const unread = makeUnread(vault, declarations, a, b)

  const describePair = (
    type: DescribedChange['type'],
    before: StoredResource | null,
    after: StoredResource | null,
    move: Move | null,
    description: Description,
  ): DescribedChange => {
    const { kind } = description
    const declaration = declarations.get(kind)
    // Most changes of pages are in their bodies alone: then there is nothing to decode.
    const fields =
      before && after && before.contentDigest !== after.contentDigest
        ? fieldChanges(declaration, kind, itemOf(vault, before), itemOf(vault, after))
        : []
    const parts = before && after ? partChanges(before, after) : []
    const moved = move !== null && !move.reordered
    const actions = actionsOf({ kind, type, fields, parts, moved, reordered: move?.reordered === true })
    const moving = move && { from: move.from, to: move.to }
    const firstMissing = type === 'removed' && before !== null ? firstMissed(vault, b, before) : null
    return {
      type,
      actions,
      description,
      before,
      after,
      fields,
      parts,
      moved: moving,
      cause: null,
      firstMissing,
    }
  }

  function* describeChange(change: VaultChange): Generator<DescribedChange> {
    const { before, after } =
      change.type === 'unknown' ? sidesOf(vault, change.resource, a, b) : change.stored
    const never = unread.neverRead(change, after ?? before)
    if (never === 'told') return
    const type = never ? 'unknown' : change.type
    const description = never ? wholeScope(change) : descriptionOf(describe, change, before, after, a, b)
    if (type === 'unknown') {
      const cause = never ?? unread.causeOf(change)
      const nothing = { fields: [], parts: [], moved: null, firstMissing: null }
      yield { type, actions: ['unknown'], description, before: null, after: null, ...nothing, cause }
      return
    }
    const move = before && after ? moves.of(after) : null
    const described = describePair(type, before, after, move, description)
    if (before && after) yield* describeMovedOnly(change, after)
    // Only the order and nesting of pages differ: the pages say so.
    const toldByPages = isTree(change.kind) && type === 'modified' && described.fields.length === 0
    if (!toldByPages || options.kinds?.includes(change.kind)) yield described
  }

  /** Pages that moved and are otherwise as they were: they have no change of their own. */
  function* describeMovedOnly(change: VaultChange, revision: StoredResource): Generator<DescribedChange> {
    if (!isTree(change.kind)) return
    for (const { page, move } of moves.all(revision)) {
      const both = pairOf(vault, change.kind, revision, page, a.snapshot, b.snapshot)
      if (both === null) continue
      const described = describePair('modified', ...both, move, describe(both[1], b.snapshot))
      if (described.fields.length === 0 && described.parts.length === 0) yield described
    }
  }

  return { describe, describePair, describeChange }
}

/** Backwards, what was removed is in fact new. */
function firstMissed(vault: Vault, b: SnapshotSummary, before: StoredResource): FirstMissing | null {
  const first = vault.firstMissing(b.snapshot, before.key)
  if (first === null) return null
  const found = vault.snapshots({ organization: b.organization }).find(one => one.snapshot === first)
  return { snapshot: first, at: found?.started ?? null }
}

/** Of one resource that could not be read: there is something to call it by. */
function sidesOf(vault: Vault, resource: number | null, a: SnapshotSummary, b: SnapshotSummary) {
  const at = ({ snapshot }: SnapshotSummary) => (resource === null ? null : vault.at(snapshot, resource))
  return { before: at(a), after: at(b) }
}

function isTree(kind: Kind): boolean {
  return kindsInTree(kind).length > 0
}

function pairOf(
  vault: Vault,
  tree: Kind,
  revision: StoredResource,
  id: string,
  a: number,
  b: number,
): [StoredResource, StoredResource] | null {
  for (const kind of kindsInTree(tree)) {
    const after = vault.find(b, kind, id).find(one => one.parent === revision.parent)
    const before = after && vault.at(a, after.key)
    if (before && after) return [before, after]
  }
  return null
}

function descriptionOf(
  describe: Describe,
  change: VaultChange,
  before: StoredResource | null,
  after: StoredResource | null,
  a: SnapshotSummary,
  b: SnapshotSummary,
): Description {
  if (after) return describe(after, b.snapshot)
  if (before) return describe(before, a.snapshot)
  return wholeScope(change)
}

/** A scope, or a resource that no snapshot could read. */
function wholeScope({ kind, id, parent, type }: VaultChange): Description {
  const one = type === 'unknown' && id !== ''
  return {
    kind,
    id: one ? id : '',
    title: one ? id : `every ${kind}`,
    path: null,
    gitPath: null,
    within: parent,
  }
}

interface Unread {
  /** Of something added to a scope that the earlier snapshot never read: it may have been there all along. */
  neverRead(change: VaultChange, resource: StoredResource | null): Cause | 'told' | null
  causeOf(change: VaultChange): Cause | null
}

function makeUnread(
  vault: Vault,
  declarations: ReadonlyMap<string, Resource>,
  a: SnapshotSummary,
  b: SnapshotSummary,
): Unread {
  let told = ''
  return {
    neverRead({ type, kind, parentKind }, resource) {
      if (type === 'modified' || type === 'unknown' || resource === null || parentKind === null) return null
      const [without] = type === 'added' ? [a] : [b]
      const { parent } = resource
      const above = parent === null ? null : vault.at(without.snapshot, parent)
      if (parent === null || above === null) return null
      if (vault.lastRead(without.snapshot, parent, kind) !== null) return null
      if (saysItIsEmpty(declarations.get(kind), vault.readJson(above))) return null
      const scope = `${kind} ${parent}`
      if (scope === told) return 'told'
      told = scope
      const message = `snapshot ${without.snapshot} did not read it: ${reasonOf(without, kind)}`
      return { class: 'not-read', message, snapshots: [without.snapshot] }
    },
    causeOf(change) {
      const found = [a, b].flatMap(one =>
        one.gaps.filter(gap => covers(gap, change)).map(gap => ({ one, gap })),
      )
      const [first] = found
      if (!first) return null
      const snapshots = [...new Set(found.map(({ one }) => one.snapshot))]
      return { class: first.gap.class, message: first.gap.message, snapshots }
    },
  }
}

/** Not asked for, because what it stands under said that there was nothing. */
function saysItIsEmpty(declared: Resource | undefined, above: unknown): boolean {
  if (declared === undefined || !('isEmpty' in declared) || typeof above !== 'object' || above === null)
    return false
  try {
    return declared.isEmpty?.({ ...above }) ?? false
  } catch {
    // Stored when it said less.
    return false
  }
}

function covers(gap: Gap, change: VaultChange): boolean {
  return gap.kind === change.kind && gap.parent === change.parent && (gap.resource ?? '') === change.id
}

function reasonOf(snapshot: SnapshotSummary, kind: Kind): string {
  const found = snapshot.not_offered.find(one => one.kind === kind && one.part === undefined)
  return found ? `the service does not offer ${found.operation}` : 'it was not backed up then'
}
