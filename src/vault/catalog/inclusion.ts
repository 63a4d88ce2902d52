/**
 * The proof that a snapshot held a resource, for somebody who has the snapshot's digest and nothing else of the vault: what is
 * hashed at each step, and what it is hashed with. How it is followed: docs/concepts/vault/seal.md.
 */
import assert from 'node:assert/strict'
import { UsageError } from '../../model/errors.ts'
import type { Connection } from './connection.ts'
import { scopeLines } from './contents-digest.ts'
import { inclusionPath, type NodeHash } from './merkle.ts'
import { rowsIn } from './scope-digests.ts'
import { leafOf } from './scope-leaves.ts'
import { sealText } from './seal-digest.ts'
import { snapshotRow } from './snapshots.ts'

/** Of RFC 9162, section 2.1.3: the leaf, its place among so many, and the hashes from it to the root. Hexadecimal. */
export interface TreeProof {
  leaf: string
  index: number
  size: number
  path: string[]
}

export interface InclusionProof {
  snapshot: number
  /** The SHA-256 of `seal`. */
  digest: string
  /** A JSON array; its last element has the pair of `contents` and the root of the tree of scopes. */
  seal: string
  /** Its leaf has the root of the tree of resources. */
  scope: TreeProof
  resource: TreeProof
}

/** Throws UsageError for a snapshot of before there were trees. */
export function inclusionProof(db: Connection, snapshot: number, resource: number): InclusionProof {
  const row = snapshotRow(db, snapshot)
  const place = placeOf(db, resource)
  if (row?.digest == null || row.covers === null || row.seal_format === null)
    throw new UsageError(`snapshot ${snapshot} was sealed before there were proofs of single resources`, {
      hint: 'ask for a later one; its seal as a whole is proved by `docvault check`',
    })
  const lines = scopeLines(db, snapshot, row.organization)
  const own = lines.findIndex(({ state }) => state.anchor === place.anchor && state.kind === place.kind)
  const rows = rowsIn(db, place, snapshot)
  const leaves = rows.map(({ key, since }) => leafOf(db, key, since))
  return {
    snapshot,
    digest: row.digest.toString('hex'),
    seal: sealText(db, row, row.covers),
    scope: treeProof(lines, own),
    resource: treeProof(
      leaves,
      rows.findIndex(({ key }) => key === resource),
    ),
  }
}

function placeOf(db: Connection, resource: number): { anchor: number; kind: number } {
  const row = db
    .prepare<[number], { anchor: number; kind: number }>('SELECT anchor, kind FROM resource WHERE id = +?')
    .get(resource)
  assert(row, `no resource ${resource}`)
  return row
}

function treeProof(leaves: readonly { text: string; leaf: NodeHash }[], index: number): TreeProof {
  const found = leaves[index]
  assert(found, 'the resource is in the snapshot')
  const hashes = leaves.map(({ leaf }) => leaf)
  const path = inclusionPath(hashes, index).map(hash => Buffer.from(hash, 'binary').toString('hex'))
  return { leaf: found.text, index, size: leaves.length, path }
}
