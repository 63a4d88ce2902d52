/**
 * Finds the one resource that a command line names, by id, path or title, in a snapshot; or, of what is gone by now, in the
 * newest one that has it. Several are an error that says what to type for each: nothing is guessed.
 */

import { findFitting } from '../lookup/find.ts'
import type { Lives } from '../lookup/lives.ts'
import { type Asked, ambiguous, livesIn, missing } from '../lookup/unclear.ts'
import type { SnapshotSummary } from '../model/snapshot.ts'
import type { StoredResource, Vault } from '../vault/vault.ts'
import { snapshotWords } from './named-snapshot.ts'
import type { Terminal } from './terminal.ts'

export interface FoundResource {
  snapshot: SnapshotSummary
  resource: StoredResource
}

/** Throws UsageError saying what there is, and in which snapshots what is not there stood. */
export function findOne(asked: Asked): StoredResource {
  const found = theOnly(asked)
  if (found) return found
  throw missing(asked)
}

/** The snapshot itself where it has it; else, as it is asked for as the newest, the newest that has, which is said. */
export function findLast(asked: Asked, terminal: Terminal): FoundResource {
  const found = theOnly(asked)
  if (found) return { snapshot: asked.snapshot, resource: found }
  const lives = livesIn(asked)
  const [life] = lives.found
  if (!life || lives.count > 1) throw missing(asked, lives)
  return inLife(asked, life, terminal)
}

/** Null: there is none. Throws UsageError for several. */
function theOnly(asked: Asked): StoredResource | null {
  const found = findFitting(asked.vault, asked.snapshot.snapshot, asked.wish)
  if (found.count > 1) throw ambiguous(asked, found)
  return found.found[0] ?? null
}

function inLife({ vault, wish, snapshot: newest }: Asked, life: Lives['found'][number], terminal: Terminal) {
  const { resource, snapshot, title } = life
  const now = title === null ? '' : `; later it is called ${title}`
  terminal.note(
    `${wish.kind} ${wish.name} is not in snapshot ${newest.snapshot}: last seen in ${snapshotWords(snapshot, vault, terminal)}${now}`,
  )
  return { snapshot, resource: vault.at(snapshot.snapshot, resource.key) ?? resource }
}

/** `docvault WORDS KIND ID`, and what it stands under where the id alone does not say which. */
export function typing(vault: Vault, words: (snapshot: number) => string): Asked['command'] {
  return ({ kind, id, parentId }, snapshot) => {
    const isClear = parentId === null || vault.find(snapshot, kind, id).length < 2
    return `docvault ${words(snapshot)} ${kind} ${id}${isClear ? '' : ` --in ${parentId}`}`
  }
}
