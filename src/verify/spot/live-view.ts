/**
 * The platform as far as a sample needs it: each list that has one of its resources, or something above one, is read once,
 * and of each only what is wanted is kept.
 */
import type { Group, GroupItem } from '../../backup/group.ts'
import { idsAbove, type ParentNode } from '../../backup/parent-node.ts'
import type { Kind } from '../../model/resource.ts'
import { makeTemporaryFolder } from '../../model/temporary-folder.ts'
import { makeHold } from '../../platform/room.ts'
import type { ReadContext, SharedReads } from '../../resources/resource.ts'
import type { ResourceKey, StoredResource } from '../../vault/vault.ts'
import { groupOfKind } from './sample.ts'
import type { LiveReading } from './types.ts'

export interface LiveView {
  /** Null where the platform does not show it, or nothing that it stands under. */
  find(stored: StoredResource): Promise<LiveItem | null>
  /** For downloads. */
  folder: string
  close(): void
}

export interface LiveItem extends GroupItem {
  /** The platform proves that the list is as the snapshot read it. Costs requests. */
  isUnmoved(): Promise<boolean>
}

type Scope = ReadonlyMap<string, GroupItem>

export function openLiveView(reading: LiveReading, sample: readonly StoredResource[]): LiveView {
  const folder = makeTemporaryFolder('spot')
  const wanted = wantedOf(reading, sample)
  const reader = new Reader(reading, wanted)
  return {
    folder: folder.path,
    close: folder.remove,
    async find(stored) {
      const found = await reader.find(stored)
      if (found === null) return null
      // Asked anew: what was read while somebody wrote proves nothing.
      return { ...found, isUnmoved: () => isUnmoved(reading, new Reader(reading, wanted), stored, found) }
    },
  }
}

/** One look at the platform: what it has read stays as it was then. */
class Reader {
  readonly #reading: LiveReading
  readonly #wanted: ReadonlySet<string>
  readonly #scopes = new Map<string, Promise<Scope>>()
  readonly #notes = new Map<string, string>()
  readonly #shared: SharedReads = {}

  constructor(reading: LiveReading, wanted: ReadonlySet<string>) {
    this.#reading = reading
    this.#wanted = wanted
  }

  async find(stored: StoredResource): Promise<GroupItem | null> {
    const parent = await this.parentOf(stored)
    if (parent === undefined) return null
    const group = groupOfKind(this.#reading.resources, stored.kind)
    const name = JSON.stringify([parent?.key ?? null, group.head.kind])
    const scope = this.#scopes.get(name) ?? this.#readScope(group, parent)
    this.#scopes.set(name, scope)
    return (await scope).get(nameOf(stored.parent, stored.kind, stored.id)) ?? null
  }

  /** Undefined where what it stands under is gone. */
  async parentOf({ parent }: StoredResource): Promise<ParentNode | null | undefined> {
    if (parent === null) return null
    const { vault, snapshot } = this.#reading
    const stored = vault.at(snapshot.snapshot, parent)
    if (stored === null) return undefined
    const [above, entry] = [await this.parentOf(stored), await this.find(stored)]
    if (above === undefined || entry === null) return undefined
    const { resource, item } = entry
    return { key: parent, kind: resource.kind, id: stored.id, item, title: resource.label(item), above }
  }

  contextOf(parent: ParentNode | null): ReadContext {
    const { organization, formats, knownSites } = this.#reading
    return {
      organization,
      parent: parent?.item ?? organization,
      ids: idsAbove(parent),
      notes: this.#notes,
      formats,
      rereadFrozen: true,
      knownSites,
      shared: this.#shared,
      stored: () => [],
      position: () => null,
      allowShrink: true,
      isAgreed: async () => false,
      collected: () => [],
    }
  }

  async #readScope(group: Group, parent: ParentNode | null): Promise<Scope> {
    const scope = new Map<string, GroupItem>()
    const hold = makeHold()
    try {
      for await (const entry of group.items(this.#reading.platform, { ...this.contextOf(parent), hold })) {
        const { resource, item } = entry
        const name = nameOf(parent?.key ?? null, resource.kind, resource.id(item))
        if (!this.#wanted.has(name)) continue
        resource.observe?.(item, this.#notes)
        scope.set(name, entry)
      }
    } finally {
      hold.leave()
    }
    return scope
  }
}

/** By the token that the answer itself came with, or else by the one that the list has now. */
async function isUnmoved(
  { vault, snapshot, resources, platform }: LiveReading,
  reader: Reader,
  stored: StoredResource,
  { readContext }: GroupItem,
): Promise<boolean> {
  const group = groupOfKind(resources, stored.kind)
  const read = vault.lastRead(snapshot.snapshot, stored.parent, group.head.kind)?.token ?? null
  if (read === null) return false
  if (readContext.sourceToken !== undefined) return readContext.sourceToken === read
  const parent = await reader.parentOf(stored)
  if (parent === undefined) return false
  const now = await group.tokenOf(platform, reader.contextOf(parent))
  return now?.trust === 'proof' && now.value === read
}

/** The sample with all that it stands under. */
function wantedOf({ vault, snapshot }: LiveReading, sample: readonly StoredResource[]): Set<string> {
  const wanted = new Set<string>()
  const want = (stored: StoredResource): void => {
    const name = nameOf(stored.parent, stored.kind, stored.id)
    if (wanted.has(name)) return
    wanted.add(name)
    const parent = stored.parent === null ? null : vault.at(snapshot.snapshot, stored.parent)
    if (parent !== null) want(parent)
  }
  sample.forEach(want)
  return wanted
}

function nameOf(parent: ResourceKey | null, kind: Kind, id: string): string {
  return JSON.stringify([parent, kind, id])
}
