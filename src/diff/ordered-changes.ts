/**
 * Changes in the order in which somebody who looks for damage wants them: places that went or came first, then by the
 * number of changes, pages as in the table of contents. They wait in a temporary file; held are where each begins and four
 * numbers to order them by. Removed by `close`.
 */

import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Kind } from '../model/resource.ts'
import type { SnapshotPair } from '../model/snapshot.ts'
import { makeTemporaryFolder } from '../model/temporary-folder.ts'
import { resources } from '../resources/index.ts'
import type { ResourceKey, Vault } from '../vault/vault.ts'
import type { DescribedChange } from './change.ts'
import { Headline, type HeadlinePlace, nameOf } from './headline.ts'
import { type ChangeOwner, Owners, type Sides } from './owners.ts'
import { treeRanks } from './tree-order.ts'

export interface OrderedChange {
  change: DescribedChange
  /** By kind, what came or went with it and is not listed by itself. */
  folded: ReadonlyMap<string, number>
}

export interface OrderedChanges {
  places: readonly HeadlinePlace[]
  /** `all`: nothing is folded. Afresh each time. */
  inOrder(all: boolean): Generator<OrderedChange>
  close(): void
}

interface Entry {
  place: number
  rank: number
  /** 0: none. */
  wentWith: ResourceKey
  offset: number
  length: number
}

const RANKS = 1_000_000
const NOTHING: ReadonlyMap<string, number> = new Map()

/** Close it. */
export function orderChanges(vault: Vault, changes: Iterable<DescribedChange>, sides: Sides): OrderedChanges {
  const temporary = makeTemporaryFolder('diff')
  const file = openSync(join(temporary.path, 'changes'), 'w+')
  const close = () => {
    closeSync(file)
    temporary.remove()
  }
  try {
    const owners = new Owners(vault, resources, sides)
    const rankOf = makeRankOf(vault, sides)
    const headline = new Headline()
    const entries: Entry[] = []
    const numbers = new Map<string, number>()
    const folded = new Map<ResourceKey, Map<string, number>>()
    const listed = new Set<ResourceKey>()
    let offset = 0
    for (const change of changes) {
      const { kind, id } = change.description
      const ownership = owners.of(change)
      const counted = headline.add(change, ownership)
      const text = Buffer.from(JSON.stringify(change))
      writeSync(file, text)
      const name = nameOf(counted)
      const place = numbers.get(name) ?? numbers.size
      numbers.set(name, place)
      const wentWith = ownership.wentWith ?? 0
      entries.push({
        place,
        rank: rankOf({ kind, id, parent: (change.after ?? change.before)?.parent }, ownership.owner),
        wentWith,
        offset,
        length: text.length,
      })
      offset += text.length
      const key = (change.after ?? change.before)?.key
      if (wentWith === 0 && key !== undefined && change.type !== 'modified') listed.add(key)
      if (wentWith !== 0) countIn(folded, wentWith, change.description.kind)
    }
    const places = headline.places()
    const ranks = places.map(place => numbers.get(nameOf(place)) ?? 0)
    const order = new Map(ranks.map((place, index) => [place, index]))
    const orderOf = ({ place }: Entry) => order.get(place) ?? 0
    entries.sort((a, b) => orderOf(a) - orderOf(b) || a.rank - b.rank || a.offset - b.offset)
    return { places, close, inOrder: all => readInOrder(file, entries, { all, listed, folded }) }
  } catch (error) {
    close()
    throw error
  }
}

interface Folding {
  all: boolean
  /** What came or went by itself and is among the changes: the others can be told below it. */
  listed: ReadonlySet<ResourceKey>
  folded: ReadonlyMap<ResourceKey, ReadonlyMap<string, number>>
}

function* readInOrder(
  file: number,
  entries: readonly Entry[],
  { all, listed, folded }: Folding,
): Generator<OrderedChange> {
  for (const { wentWith, offset, length } of entries) {
    if (!all && listed.has(wentWith)) continue
    const bytes = Buffer.alloc(length)
    readSync(file, bytes, 0, length, offset)
    const change: DescribedChange = JSON.parse(bytes.toString('utf8'))
    const key =
      wentWith === 0 && change.type !== 'modified' ? (change.after ?? change.before)?.key : undefined
    yield { change, folded: (!all && key !== undefined && folded.get(key)) || NOTHING }
  }
}

export function countIn(counts: Map<ResourceKey, Map<string, number>>, key: ResourceKey, kind: Kind): void {
  const own = counts.get(key) ?? new Map<string, number>()
  own.set(kind, (own.get(kind) ?? 0) + 1)
  counts.set(key, own)
}

export interface RankedThing {
  kind: Kind
  id: string
  /** Undefined: nobody knows it. */
  parent: ResourceKey | null | undefined
}

/** The place itself first, then by kind as kinds are read, pages and groups as in the table of contents. */
export function makeRankOf(vault: Vault, { a, b }: SnapshotPair) {
  const indexes = new Map(resources.map((resource, index) => [resource.kind, index]))
  const orders = new Map(
    resources
      .map(resource => ['within' in resource ? resource.within : resource.kind, resource.kind] as const)
      .map(([tree, kind]) => [kind, indexes.get(tree) ?? 0]),
  )
  let held: {
    parent: ResourceKey | null
    tree: number
    before: Map<string, number>
    after: Map<string, number>
  } | null = null
  const ranksOf = (of: { kind: Kind; parent: ResourceKey | null }, tree: number) => {
    if (held?.parent !== of.parent || held.tree !== tree)
      held = {
        ...{ parent: of.parent, tree },
        before: treeRanks(vault, a.snapshot, of),
        after: treeRanks(vault, b.snapshot, of),
      }
    return held
  }
  return ({ kind, id, parent }: RankedThing, owner: Pick<ChangeOwner, 'kind' | 'id'>): number => {
    if (kind === owner.kind && id === owner.id) return -1
    const tree = orders.get(kind) ?? 0
    if (parent === undefined || tree === (indexes.get(kind) ?? 0)) return tree * RANKS
    const { before, after } = ranksOf({ kind, parent }, tree)
    return tree * RANKS + (after.get(id) ?? before.get(id) ?? RANKS - 1)
  }
}
