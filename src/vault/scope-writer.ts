/**
 * One scope of a running snapshot: gathers its items beside the catalog and turns them into versions when it was read
 * completely.
 */
import assert from 'node:assert/strict'
import type { ScopeEnd } from './catalog/finish-scope.ts'
import type { NamedItems } from './catalog/named-items.ts'
import { type StagedItem, type StagedScope, type Staging, VERDICT } from './catalog/staging.ts'
import type { ResourceKey } from './types.ts'
import type { EqualItem, ScopeItem, ScopeResult, ScopeWriter, StoredContent } from './writer-types.ts'

/** What a scope needs of its snapshot. */
export interface ScopeHost {
  staging: Staging
  namedItems: NamedItems
  /** The version of the base, if any. */
  base(id: string): { resource: ResourceKey; content: number; changeDigest: string } | null
  /** Of a scope that was gathered: the resource that the base has exactly so. */
  equal(item: EqualItem): ResourceKey | null
  /** What `base` says of all of the scope is read at once, and kept until it is released. */
  gather(): Promise<void>
  release(): void
  makeResource(id: string): ResourceKey
  term(name: string): number
  put(bytes: Buffer, base: number | undefined): Promise<StoredContent>
  baseCount(): number
  finish(scope: StagedScope, end: Omit<ScopeEnd, 'again'>): Promise<void>
  now(): number
  /** Throws what went wrong with anything put before. */
  assertSound(): void
}

export function makeScopeWriter(host: ScopeHost, scope: StagedScope): ScopeWriter {
  let isOpen = true
  // An item that is not staged would count as removed.
  let unstaged = 0
  const assertOpen = () => assert(isOpen, 'the scope is finished or discarded')
  return {
    async add(item) {
      assertOpen()
      const base = host.base(item.id)
      const resource = base?.resource ?? host.makeResource(item.id)
      host.namedItems.note(scope, item.id)
      for (const { name, bytes } of item.sizes ?? [])
        host.namedItems.announce(scope, resource, host.term(name), bytes)
      unstaged++
      const staged = await stageable(host, resource, item, base)
      if (isOpen) host.staging.put(scope, staged)
      unstaged--
      return resource
    },
    keep(id) {
      assertOpen()
      host.namedItems.note(scope, id)
      const base = host.base(id)
      if (base !== null) host.staging.keep(scope, base.resource)
    },
    keepEqual(item) {
      assertOpen()
      const resource = host.equal(item)
      if (resource === null) return false
      host.namedItems.note(scope, item.id)
      host.staging.keep(scope, resource)
      return true
    },
    gather: () => host.gather(),
    missing: () => host.staging.missing(scope),
    baseCount: host.baseCount,
    async finish(read) {
      assertOpen()
      host.assertSound()
      assert.equal(unstaged, 0, 'every add has to succeed before its scope is finished')
      isOpen = false
      host.release()
      const result = countResult(host.staging, scope)
      await host.finish(scope, { ...read, now: host.now() })
      return result
    },
    discard() {
      if (isOpen) {
        host.release()
        host.staging.clear(scope)
        host.namedItems.forget(scope)
      }
      isOpen = false
    },
  }
}

async function stageable(
  host: ScopeHost,
  resource: ResourceKey,
  item: ScopeItem,
  base: ReturnType<ScopeHost['base']>,
): Promise<StagedItem> {
  if (base?.changeDigest === item.changeDigest) {
    return { resource, verdict: VERDICT.same, content: null, change: null, parts: [], references: [] }
  }
  const { content } = await host.put(item.json, item.base ?? base?.content)
  return {
    resource,
    verdict: base === null ? VERDICT.added : VERDICT.modified,
    content,
    change: Buffer.from(item.changeDigest, 'hex'),
    parts: item.parts.map(part => ({ name: host.term(part.name), content: part.content })),
    references: (item.references ?? []).map(({ kind, id }) => ({ kind: host.term(kind), id })),
  }
}

function countResult(staging: Staging, scope: StagedScope): ScopeResult {
  const { added, modified, same } = staging.counts(scope)
  return { added, modified, removed: staging.countRemoved(scope), carried: same }
}
