/**
 * Finds the one resource that a command line names, by id, path or title, in a snapshot; or, of what is gone by now, in the
 * newest one that has it. The cost of looking back follows the number of changes.
 */

import { itemOf, makeDescribe } from '../diff/describe.ts'
import { UsageError } from '../model/errors.ts'
import type { Kind } from '../model/resource.ts'
import type { SnapshotSummary } from '../model/snapshot.ts'
import { resources } from '../resources/index.ts'
import type { Item } from '../resources/resource.ts'
import { sealedBackups } from '../vault/sealed-backups.ts'
import type { StoredResource, Vault } from '../vault/vault.ts'
import { snapshotWords } from './named-snapshot.ts'
import type { Terminal } from './terminal.ts'

export interface Named {
  kind: Kind
  /** For pages and files also the path; the title, where nothing else is called so. */
  id: string
  /** What else may be called so, beside the title: an address of a person. */
  calls?: ((item: Item) => boolean) | undefined
  /** Id of the parent, where several have a resource of that id. */
  parent?: string | undefined
}

export interface FoundResource {
  snapshot: SnapshotSummary
  resource: StoredResource
}

/** Throws UsageError saying what there is, and where what is not there was last seen. */
export function findOne(vault: Vault, snapshot: SnapshotSummary, named: Named): StoredResource {
  const found = theOnly(snapshot, named, candidates(vault, snapshot.snapshot, named))
  if (found) return found
  const seen = lastWith(vault, snapshot, named)
  throw nothingFound(snapshot, named, seen)
}

/** The snapshot itself where it has it; else, as it is asked for as the newest, the newest that has, which is said. */
export function findLast(
  vault: Vault,
  newest: SnapshotSummary,
  named: Named,
  terminal: Terminal,
): FoundResource {
  const found = theOnly(newest, named, candidates(vault, newest.snapshot, named))
  if (found) return { snapshot: newest, resource: found }
  const seen = lastWith(vault, newest, named)
  const resource = seen && theOnly(seen, named, candidates(vault, seen.snapshot, named))
  if (!seen || !resource) throw nothingFound(newest, named, null)
  terminal.note(
    `${named.kind} ${named.id} is not in snapshot ${newest.snapshot}: last seen in ${snapshotWords(seen, vault, terminal)}`,
  )
  return { snapshot: seen, resource }
}

function nothingFound(snapshot: SnapshotSummary, { kind, id, parent }: Named, seen: SnapshotSummary | null) {
  return new UsageError(
    `snapshot ${snapshot.snapshot} has no ${kind} ${id}${parent ? ` in ${parent}` : ''}`,
    {
      hint: seen
        ? `snapshot ${seen.snapshot} of ${seen.started} has it${seen.forgotten ? ', and is forgotten' : ''}`
        : `no older one has it; \`docvault ls ${snapshot.snapshot} --kind ${kind}\` lists what is there`,
    },
  )
}

/** Null: there is none. Throws UsageError for several. */
function theOnly(
  { snapshot }: SnapshotSummary,
  { kind, id }: Named,
  found: readonly StoredResource[],
): StoredResource | null {
  const [first, second] = found
  if (!first || !second) return first ?? null
  const parents = new Set(found.map(resource => resource.parentId))
  throw new UsageError(`snapshot ${snapshot} has ${found.length} of ${kind} ${id}`, {
    hint:
      parents.size > 1
        ? `add --in with one of ${[...parents].join(', ')}`
        : `say which by its id: ${found.map(resource => resource.id).join(', ')}`,
  })
}

/** By id, else by path, else by title. */
function candidates(vault: Vault, snapshot: number, named: Named): StoredResource[] {
  const { kind, id, parent } = named
  const isBelow = (resource: StoredResource) => parent === undefined || resource.parentId === parent
  const byId = vault.find(snapshot, kind, id).filter(isBelow)
  if (byId.length > 0) return byId
  const calls = makeCalls(vault, named)
  const paths: StoredResource[] = []
  const titles: StoredResource[] = []
  for (const resource of vault.resources(snapshot, { kind })) {
    if (!isBelow(resource)) continue
    const called = calls(resource, snapshot)
    if (called === 'path') paths.push(resource)
    if (called === 'title') titles.push(resource)
  }
  return paths.length > 0 ? paths : titles
}

function makeCalls(vault: Vault, { id: name, calls }: Named) {
  const describe = makeDescribe(vault, resources)
  return (resource: StoredResource, snapshot: number): 'path' | 'title' | null => {
    const about = describe(resource, snapshot)
    if (about.gitPath === name || about.path === name) return 'path'
    return about.title === name || calls?.(itemOf(vault, resource)) ? 'title' : null
  }
}

/** The newest sealed snapshot before that has something of that name: what changed from night to night tells. */
function lastWith(
  vault: Vault,
  { snapshot, organization }: SnapshotSummary,
  named: Named,
): SnapshotSummary | null {
  const calls = makeCalls(vault, named)
  let later = snapshot
  for (const earlier of sealedBackups(vault, organization).toReversed()) {
    if (earlier.snapshot >= snapshot) continue
    for (const { stored } of vault.changes(earlier.snapshot, later, { kinds: [named.kind], gapsOf: [] })) {
      const { before } = stored
      if (!before || (named.parent !== undefined && before.parentId !== named.parent)) continue
      if (before.id === named.id || calls(before, earlier.snapshot) !== null) return earlier
    }
    later = earlier.snapshot
  }
  return null
}
