/**
 * Describes what differs between two snapshots: a change of the vault, or a pair that was matched otherwise. Remembers one
 * space's page tree at a time.
 */
import { bodyOnOneSide } from '../model/deferred-part.ts'
import type { Kind } from '../model/resource.ts'
import type { SnapshotPair } from '../model/snapshot.ts'
import { isTree } from '../resources/drafts.ts'
import type { Resource } from '../resources/resource.ts'
import type { StoredResource, Vault, VaultChange } from '../vault/vault.ts'
import { actionsOf } from './actions.ts'
import type { DescribedChange, FieldChange, FirstMissing, MatchedPair } from './change.ts'
import { type Describe, type Description, itemOf, makeDescribe, makeLabelOf } from './describe.ts'
import { fieldChanges } from './field-changes.ts'
import { kindsInTree, type Move, type Moves, makeMoves } from './moves.ts'
import { partChanges } from './part-changes.ts'
import { makeUnread, type Unread } from './unread.ts'

export class Comparison {
  readonly describe: Describe
  readonly #vault: Vault
  readonly #pair: SnapshotPair
  readonly #kinds: readonly Kind[]
  readonly #declarations: ReadonlyMap<string, Resource>
  readonly #moves: Moves
  readonly #unread: Unread

  /** `kinds`: those that somebody asked for by name. */
  constructor(vault: Vault, resources: readonly Resource[], pair: SnapshotPair, kinds: readonly Kind[] = []) {
    this.#vault = vault
    this.#pair = pair
    this.#kinds = kinds
    this.describe = makeDescribe(vault, resources)
    this.#declarations = new Map(resources.map(resource => [resource.kind, resource]))
    this.#moves = makeMoves(vault, makeLabelOf(vault, resources), pair)
    this.#unread = makeUnread(vault, this.#declarations, pair)
  }

  describePair(pair: MatchedPair, move: Move | null): DescribedChange {
    const { type, before, after, description } = pair
    const { kind } = description
    const fields = this.#fieldChanges(pair)
    const parts = before && after ? partChanges(before, after) : []
    const moved = move !== null && !move.reordered
    const actions = actionsOf({ kind, type, fields, parts, moved, reordered: move?.reordered === true })
    return {
      type,
      actions,
      description,
      before,
      after,
      fields,
      parts,
      moved: move && { from: move.from, to: move.to },
      cause: null,
      firstMissing: type === 'removed' && before !== null ? this.#firstMissing(before) : null,
    }
  }

  /** What only says that pages moved is not described, unless its kind was asked for: the pages say so. */
  *describeChange(change: VaultChange): Generator<DescribedChange> {
    const { before, after } = change.type === 'unknown' ? this.#sidesOf(change.resource) : change.stored
    const never = this.#unread.neverRead(change, after ?? before)
    if (never === 'reported') return
    const type = never ? 'unknown' : change.type
    const description = never ? wholeScope(change) : this.#descriptionOf(change, before, after)
    if (type === 'unknown') {
      const cause = never ?? this.#unread.causeOf(change)
      const nothing = { fields: [], parts: [], moved: null, firstMissing: null }
      yield { type, actions: ['unknown'], description, before: null, after: null, ...nothing, cause }
      return
    }
    const move = before && after ? this.#moves.of(after) : null
    const described = this.describePair({ type, before, after, description }, move)
    if (before && after) yield* this.#describeMovedOnly(change, after)
    const isSaidByPages = isTree(change.kind) && type === 'modified' && described.fields.length === 0
    if (isSaidByPages && !this.#kinds.includes(change.kind)) return
    if (!isOfBodiesOnly(described)) yield described
  }

  /** Pages that moved and are otherwise as they were: they have no change of their own. */
  *#describeMovedOnly(change: VaultChange, revision: StoredResource): Generator<DescribedChange> {
    if (!isTree(change.kind)) return
    for (const { page, move } of this.#moves.all(revision)) {
      const both = this.#pageOnBothSides(revision, page)
      if (both === null) continue
      const description = this.describe(both.after, this.#pair.b.snapshot)
      const described = this.describePair({ type: 'modified', ...both, description }, move)
      if (described.fields.length === 0 && described.parts.length === 0) yield described
    }
  }

  #pageOnBothSides({ kind: tree, parent }: StoredResource, id: string) {
    const { a, b } = this.#pair
    for (const kind of kindsInTree(tree)) {
      const after = this.#vault.find(b.snapshot, kind, id).find(resource => resource.parent === parent)
      const before = after && this.#vault.at(a.snapshot, after.key)
      if (before && after) return { before, after }
    }
    return null
  }

  /** Most changes of pages are in their bodies alone: then there is nothing to decode. */
  #fieldChanges({ before, after, description: { kind } }: MatchedPair): FieldChange[] {
    if (!before || !after || before.contentDigest === after.contentDigest) return []
    const items = [itemOf(this.#vault, before), itemOf(this.#vault, after)] as const
    return fieldChanges(this.#declarations.get(kind), ...items)
  }

  /** Backwards, what was removed is in fact new. */
  #firstMissing(before: StoredResource): FirstMissing | null {
    const { b } = this.#pair
    const first = this.#vault.firstMissing(b.snapshot, before.key)
    if (first === null) return null
    return { snapshot: first, at: this.#vault.startedAt(first) }
  }

  /** Of one resource that could not be read: there is something to call it by. */
  #sidesOf(resource: number | null) {
    const { a, b } = this.#pair
    if (resource === null) return { before: null, after: null }
    return { before: this.#vault.at(a.snapshot, resource), after: this.#vault.at(b.snapshot, resource) }
  }

  #descriptionOf(
    change: VaultChange,
    before: StoredResource | null,
    after: StoredResource | null,
  ): Description {
    if (after) return this.describe(after, this.#pair.b.snapshot)
    if (before) return this.describe(before, this.#pair.a.snapshot)
    return wholeScope(change)
  }
}

/** It changed and changed back, while one of its bodies came or went. */
function isOfBodiesOnly({ before, after, fields, parts }: DescribedChange): boolean {
  if (before === null || after === null || fields.length + parts.length > 0) return false
  return bodyOnOneSide(before.parts, after.parts) !== null
}

/** A scope, or a resource that no snapshot could read. */
function wholeScope({ kind, id, parent, type }: VaultChange): Description {
  const isResource = type === 'unknown' && id !== ''
  return {
    kind,
    id: isResource ? id : '',
    title: isResource ? id : `every ${kind}`,
    path: null,
    gitPath: null,
    within: parent,
  }
}
