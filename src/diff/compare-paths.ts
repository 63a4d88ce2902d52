/**
 * Matches pages and files of two snapshots by the title of their space and their path in it. Compares titles, Markdown,
 * the bytes of files, and documents where the Markdown is not on both sides: there names count for ids. What has no
 * counterpart at its path is matched once more by its address in the space: `a.md` that became `a/README.md` is the same
 * page. Holds one short line for each page and file of both, and one more once documents are compared.
 */

import { LEADING_PART, sharedBody } from '../model/deferred-part.ts'
import type { Kind } from '../model/resource.ts'
import type { SnapshotPair } from '../model/snapshot.ts'
import type { StoredResource, Vault } from '../vault/vault.ts'
import type { MatchedPair } from './change.ts'
import type { Describe, Description } from './describe.ts'
import { type NamesById, saysTheSame } from './documents-by-name.ts'

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
  const bodiesDiffer = makeBodiesDiffer(vault, describe, [a.snapshot, b.snapshot])
  const differs = (before: Known, after: Known) =>
    before.description.title !== after.description.title || bodiesDiffer(before.resource, after.resource)
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

type BodiesDiffer = (before: StoredResource, after: StoredResource) => boolean

/** What the ids in documents stand for is read once somebody needs it. */
function makeBodiesDiffer(
  vault: Vault,
  describe: Describe,
  snapshots: readonly [number, number],
): BodiesDiffer {
  let names: readonly NamesById[] | null = null
  return (before, after) => {
    const name = sharedBody(before.parts, after.parts) ?? 'bytes'
    const [left, right] = [before, after].map(({ parts }) => parts.find(part => part.name === name))
    if (left?.digest === right?.digest) return false
    if (left === undefined || right === undefined || name !== LEADING_PART) return true
    names ??= snapshots.map(snapshot => namesById(vault, describe, snapshot))
    return !saysTheSame(vault, [left, right], names)
  }
}

/** What documents lead to. */
const NAMED: readonly Kind[] = ['space', ...comparable, 'reusable-content']

function namesById(vault: Vault, describe: Describe, snapshot: number): NamesById {
  const names = NAMED.flatMap(kind => [...byName(vault, describe, snapshot, kind)])
  return new Map(names.map(([name, { resource }]) => [resource.id, name]))
}
