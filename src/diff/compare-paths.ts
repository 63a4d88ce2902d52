/**
 * Matches pages and files of two snapshots by the title of their space and their path in it. Compares what has no ids
 * inside: titles, Markdown, the bytes of files. What has no counterpart at its path is matched once more by its address in
 * the space: `a.md` that became `a/README.md` is the same page. Holds one short line for each page and file of both.
 */

import { DEFERRED_PART, isDeferredOnOneSide, LEADING_PART } from '../model/deferred-part.ts'
import type { Kind, PartName } from '../model/resource.ts'
import type { SnapshotPair } from '../model/snapshot.ts'
import type { StoredResource, Vault } from '../vault/vault.ts'
import type { MatchedPair } from './change.ts'
import type { Describe, Description } from './describe.ts'

const comparable: readonly Kind[] = ['page', 'file', 'page-group']

interface Known {
  resource: StoredResource
  description: Description
}

export function* comparePaths(
  vault: Vault,
  describe: Describe,
  { a, b }: SnapshotPair,
  { kinds = comparable }: { kinds?: readonly Kind[] | undefined },
): Generator<MatchedPair> {
  for (const kind of comparable.filter(wanted => kinds.includes(wanted))) {
    const left = byName(vault, describe, a.snapshot, kind)
    const unmatched: Known[] = []
    for (const [name, after] of byName(vault, describe, b.snapshot, kind)) {
      const before = left.get(name)
      left.delete(name)
      if (!before) unmatched.push(after)
      else if (differs(before, after)) yield modified(before, after)
    }
    const others = byAddress(left)
    for (const after of unmatched) {
      const [name, before] = others.get(addressOf(after) ?? '') ?? []
      if (name === undefined || before === undefined || !left.delete(name))
        yield { type: 'added', description: after.description, before: null, after: after.resource }
      else yield modified(before, after)
    }
    for (const before of left.values()) {
      yield { type: 'removed', description: before.description, before: before.resource, after: null }
    }
  }
}

function modified(before: Known, after: Known): MatchedPair {
  const { description, resource } = after
  return { type: 'modified', description, before: before.resource, after: resource }
}

function byAddress(known: ReadonlyMap<string, Known>): Map<string, [name: string, resource: Known]> {
  return new Map(
    [...known].flatMap(([name, resource]) => {
      const address = addressOf(resource)
      return address === null ? [] : [[address, [name, resource]]]
    }),
  )
}

/** Of a page in its space; a file has none. */
function addressOf({ description: { within, path, gitPath } }: Known): string | null {
  return path === null || gitPath === null ? null : `${within}\n${path}`
}

function byName(vault: Vault, describe: Describe, snapshot: number, kind: Kind): Map<string, Known> {
  const known = new Map<string, Known>()
  for (const resource of vault.resources(snapshot, { kind })) {
    const description = describe(resource, snapshot)
    const path = description.gitPath ?? description.path ?? description.title
    let name = `${description.within}\n${path}`
    for (let copy = 2; known.has(name); copy++) name = `${description.within}\n${path}\n${copy}`
    known.set(name, { resource, description })
  }
  return known
}

function differs(before: Known, after: Known): boolean {
  return before.description.title !== after.description.title || bodiesDiffer(before.resource, after.resource)
}

function bodiesDiffer(before: StoredResource, after: StoredResource): boolean {
  const text = isDeferredOnOneSide(before.parts, after.parts) ? LEADING_PART : DEFERRED_PART
  return bodyOf(before, text) !== bodyOf(after, text)
}

function bodyOf(resource: StoredResource, text: PartName): string | undefined {
  return resource.parts.find(part => part.name === text || part.name === 'bytes')?.digest
}
