/**
 * What differs between two snapshots, of which somebody looks at a part. Few changes are all read, and counted by what was
 * done. Many are counted by what they are called alone, as `added`, `modified` and `removed`, and those that are looked at are
 * read: only reading can tell that something was renamed. The order is that of `orderChanges`.
 */
import type { ChangeType } from '../model/change.ts'
import type { Kind } from '../model/resource.ts'
import type { SnapshotPair } from '../model/snapshot.ts'
import type { Stepwise } from '../model/stepwise.ts'
import { isTree } from '../resources/drafts.ts'
import { resources } from '../resources/index.ts'
import type { ChangedName, ResourceKey, Vault } from '../vault/vault.ts'
import type { DescribedChange } from './change.ts'
import { compare } from './compare.ts'
import { Headline, type HeadlinePlace } from './headline.ts'
import { countIn, makeRankOf, type OrderedChange } from './ordered-changes.ts'
import { Owners, type Ownership } from './owners.ts'

export interface Wanted {
  kind: string | null
  type: ChangeType | null
  /** Whether whoever asks is shown a kind. */
  sees(kind: string): boolean
}

export interface Outline {
  countedBy: 'action' | 'type'
  places: readonly HeadlinePlace[]
  /** `total`: of those that are wanted, without what is told below others. */
  part(wanted: Wanted, from: number, most: number): { total: number; changes: OrderedChange[] }
}

interface Entry {
  type: ChangeType
  kind: Kind
  id: string
  /** 0: of what nobody could read. */
  key: ResourceKey
  parent: ResourceKey | null | undefined
  parentId: string | null
  /** 0: none. */
  wentWith: ResourceKey
  /** Null: it is to be read. */
  change: DescribedChange | null
}

const NOTHING: ReadonlyMap<string, number> = new Map()
/** Between two turns of others. */
const STEP = 1000

/** `few`: so many are read. */
export function* outlineChanges(vault: Vault, pair: SnapshotPair, few: number): Stepwise<Outline> {
  const names: ChangedName[] = []
  for (const name of vault.changedNames(pair.a.snapshot, pair.b.snapshot)) {
    names.push(name)
    if (names.length % STEP === 0) yield
  }
  const countedBy = names.length <= few ? 'action' : 'type'
  const isDoubtful = countedBy === 'action' ? () => true : makeIsDoubtful(vault, pair)
  const { doubtful = [], sure = [] } = Object.groupBy(names, name => (isDoubtful(name) ? 'doubtful' : 'sure'))
  const list = new Entries(vault, pair, countedBy)
  const keys = doubtful.map(({ key }) => key)
  for (const change of compare(vault, resources, pair, { by: 'id', resources: keys })) list.addChange(change)
  yield
  const passed = passedKinds(names, pair)
  for (const [at, name] of sure.entries()) {
    list.addName(name, passed)
    if (at % STEP === 0) yield
  }
  return { countedBy, places: list.places(), part: (wanted, from, most) => list.part(wanted, from, most) }
}

/** What has to be read to know what it is: a table of contents, and whatever one of the two may never have read. */
function makeIsDoubtful(vault: Vault, { a, b }: SnapshotPair): (name: ChangedName) => boolean {
  const known = new Map<string, boolean>()
  const isNeverRead = ({ type, parent, kind }: ChangedName): boolean => {
    if (type === 'modified' || parent === null) return false
    const label = `${type} ${parent} ${kind}`
    const found = known.get(label)
    if (found !== undefined) return found
    const { snapshot } = type === 'added' ? a : b
    const never = vault.at(snapshot, parent) !== null && vault.lastRead(snapshot, parent, kind) === null
    known.set(label, never)
    return never
  }
  return name => name.doubtful || isTree(name.kind) || isNeverRead(name)
}

/** `removed space`: of what came or went, the kinds; null: below a gap something may have, and is not told. */
function passedKinds(names: readonly ChangedName[], { a, b }: SnapshotPair): ReadonlySet<string> | null {
  if (a.gaps.length + b.gaps.length > 0) return null
  return new Set(names.flatMap(({ type, kind }) => (type === 'modified' ? [] : [`${type} ${kind}`])))
}

class Entries {
  readonly #vault: Vault
  readonly #pair: SnapshotPair
  readonly #countedBy: Outline['countedBy']
  readonly #owners: Owners
  readonly #headline = new Headline('when-asked')
  readonly #byPlace = new Map<HeadlinePlace, Entry[]>()
  readonly #folded = new Map<ResourceKey, Map<string, number>>()
  readonly #listed = new Set<ResourceKey>()

  constructor(vault: Vault, pair: SnapshotPair, countedBy: Outline['countedBy']) {
    this.#countedBy = countedBy
    this.#vault = vault
    this.#pair = pair
    this.#owners = new Owners(vault, resources, { ...pair, by: 'id' })
  }

  addChange(change: DescribedChange): void {
    const { type, description } = change
    const resource = change.after ?? change.before
    const { key = 0, parent, parentId = null } = resource ?? {}
    const { kind, id } = description
    const ownership = this.#owners.of(change)
    const wentWith = ownership.wentWith ?? 0
    this.#add({ type, kind, id, key, parent, parentId, wentWith, change }, ownership)
  }

  addName(name: ChangedName, passed: ReadonlySet<string> | null) {
    const { type, kind, id, key, parent, parentId } = name
    const mayRefer =
      passed === null || this.#owners.referredBy(kind).some(target => passed.has(`${type} ${target}`))
    const ownership = this.#owners.ofName(name, mayRefer)
    const wentWith = ownership.wentWith ?? 0
    this.#add({ type, kind, id, key, parent, parentId, wentWith, change: null }, ownership)
  }

  #add(entry: Entry, ownership: Ownership): void {
    const { type, kind, id, key, wentWith, change } = entry
    const actions = this.#countedBy === 'action' && change ? change.actions : [type]
    const place = this.#headline.add({ type, actions, description: { kind, id } }, ownership)
    const own = this.#byPlace.get(place) ?? []
    if (own.length === 0) this.#byPlace.set(place, own)
    own.push(entry)
    if (wentWith !== 0) countIn(this.#folded, wentWith, kind)
    else if (key !== 0 && type !== 'modified') this.#listed.add(key)
  }

  places(): HeadlinePlace[] {
    return this.#headline.places()
  }

  part(
    { kind, type, sees }: Wanted,
    from: number,
    most: number,
  ): { total: number; changes: OrderedChange[] } {
    const isWanted = (entry: Entry) =>
      sees(entry.kind) &&
      (kind === null ? !this.#listed.has(entry.wentWith) : entry.kind === kind) &&
      (type === null || entry.type === type)
    const chosen: Entry[] = []
    let total = 0
    for (const place of this.places()) {
      const own = this.#byPlace.get(place)?.filter(isWanted) ?? []
      const start = Math.max(0, from - total)
      total += own.length
      if (start >= own.length || chosen.length >= most) continue
      chosen.push(...this.#inOrder(own, place).slice(start, start + most - chosen.length))
    }
    return { total, changes: this.#read(chosen, kind !== null) }
  }

  #inOrder(entries: readonly Entry[], place: HeadlinePlace): Entry[] {
    const rankOf = makeRankOf(this.#vault, this.#pair)
    // One table of contents is held at a time: what stands in one is asked for together.
    const ranked = entries.toSorted(byName).map(entry => ({ entry, rank: rankOf(entry, place) }))
    return ranked.sort((a, b) => a.rank - b.rank).map(({ entry }) => entry)
  }

  #read(entries: readonly Entry[], all: boolean): OrderedChange[] {
    const unread = entries.filter(({ change }) => change === null).map(({ key }) => key)
    const read = new Map<ResourceKey, DescribedChange>()
    const options = { by: 'id', resources: unread } as const
    if (unread.length > 0)
      for (const change of compare(this.#vault, resources, this.#pair, options))
        if (change.type !== 'unknown') read.set((change.after ?? change.before)?.key ?? 0, change)
    return entries.flatMap(({ key, change: known, wentWith, type }) => {
      const change = known ?? read.get(key)
      if (change === undefined) return []
      const isHead = !all && wentWith === 0 && type !== 'modified'
      return [{ change, folded: (isHead && this.#folded.get(key)) || NOTHING }]
    })
  }
}

/** As the vault tells changes. */
function byName(a: Entry, b: Entry): number {
  return (
    compareTexts(a.kind, b.kind) ||
    compareTexts(a.parentId ?? '', b.parentId ?? '') ||
    compareTexts(a.id, b.id) ||
    a.key - b.key
  )
}

function compareTexts(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1
}
