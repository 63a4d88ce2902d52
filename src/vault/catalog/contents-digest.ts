/**
 * The digests of all that a snapshot holds, folded from those of its scopes (seal format 2).
 *
 * `contents` is the Merkle root over one line of JSON a scope, `[kind, path, count, contents]`, in the order of kind
 * and path (UTF-8 bytes), scopes with nothing in them aside; `path` is `/["kind","id"]` for each parent, outermost
 * first. No internal key enters it: vaults that hold the same have the same.
 * `versions` is the SHA-256 of one line a scope, in that order: anchor, kind and `versions`, and a line feed.
 */
import { hash } from 'node:crypto'
import { type Connection, prepareOnce } from './connection.ts'
import { leafHash, makeMerkleTree } from './merkle.ts'
import { newestStates, type ScopeState, statesBegun } from './scope-states.ts'

export interface ContentsDigest {
  contents: Buffer
  versions: Buffer
  /** By kind. */
  resources: Record<string, number>
  count: number
}

export interface ScopeLine {
  state: ScopeState
  kind: string
  order: Buffer
  /** What is hashed, and its hash. */
  text: string
  leaf: Buffer
}

/** Those of a snapshot, in the order of their leaves. */
export function scopeLines(db: Connection, snapshot: number, organization: number): ScopeLine[] {
  const states = statesBegun(db, { after: 0, snapshot, organization })
  const held = states.filter(({ until }) => until === null || until > snapshot)
  return inOrder(held.map(makeLines(db)))
}

/** Answers for one snapshot after the other, oldest first, in what changed between them and the number of scopes. */
export interface ContentsFold {
  at(snapshot: number): ContentsDigest
}

export function makeContentsFold(db: Connection, organization: number): ContentsFold {
  const lineOf = makeLines(db)
  const lines = new Map<string, ScopeLine>()
  let last = 0
  return {
    at(snapshot) {
      if (snapshot < last) lines.clear()
      const after = snapshot < last ? 0 : last
      last = snapshot
      for (const state of statesBegun(db, { after, snapshot, organization }))
        lines.set(`${state.anchor} ${state.kind}`, lineOf(state))
      for (const [name, { state }] of lines)
        if (state.until !== null && state.until <= snapshot) lines.delete(name)
      return fold(inOrder([...lines.values()]))
    },
  }
}

/**
 * Of the newest sealed snapshot, from the rows that last. The lines are kept: what is prepared, step by step, before
 * the transaction of a seal is only folded within it, before and after what changes.
 */
export interface NewestContents {
  prepare(): Generator<void, void>
  digest(): ContentsDigest
}

export function makeNewestContents(db: Connection, organization: number): NewestContents {
  const lineOf = rememberLines(makeLines(db))
  return {
    *prepare() {
      for (const state of newestStates(db, organization)) {
        lineOf(state)
        yield
      }
    },
    digest: () => fold(inOrder(newestStates(db, organization).map(lineOf))),
  }
}

/** Of scopes that hold what they held: a line is made of its scope's path, which lasts, its count and its contents. */
function rememberLines(make: (state: ScopeState) => ScopeLine): (state: ScopeState) => ScopeLine {
  const known = new Map<string, ScopeLine>()
  return state => {
    const name = `${state.anchor} ${state.kind}`
    const before = known.get(name)
    const isKnown = before?.state.count === state.count && before.state.contents.equals(state.contents)
    const line = isKnown ? { ...before, state } : make(state)
    known.set(name, line)
    return line
  }
}

/** Of these states, whatever the rows say. */
export function foldStates(db: Connection, states: readonly ScopeState[]): ContentsDigest {
  return fold(inOrder(states.map(makeLines(db))))
}

function inOrder(lines: readonly ScopeLine[]): ScopeLine[] {
  return [...lines].sort((a, b) => Buffer.compare(a.order, b.order))
}

function fold(lines: readonly ScopeLine[]): ContentsDigest {
  const tree = makeMerkleTree()
  const resources: Record<string, number> = {}
  let text = ''
  let total = 0
  for (const { state, kind, leaf } of lines) {
    tree.add(leaf)
    text += `${state.anchor} ${state.kind} ${state.versions.toString('hex')}\n`
    resources[kind] = (resources[kind] ?? 0) + state.count
    total += state.count
  }
  return { contents: tree.root(), versions: hash('sha256', text, 'buffer'), resources, count: total }
}

function makeLines(db: Connection): (state: ScopeState) => ScopeLine {
  const pathOf = makePaths(db)
  const termOf = prepareOnce<[number], { text: string }>(db, 'SELECT text FROM term WHERE id = +?')
  return state => {
    const kind = termOf.get(state.kind)?.text ?? 'resource'
    const path = pathOf(state.anchor)
    const text = JSON.stringify([kind, path, state.count, state.contents.toString('hex')])
    return { state, kind, text, leaf: leafHash(text), order: Buffer.from(`${kind}\0${path}`) }
  }
}

/** By the anchor that is the last parent; '' where there is none. */
function makePaths(db: Connection): (anchor: number) => string {
  const known = new Map<number, string>()
  const find = prepareOnce<[number], { step: string; parent: number | null }>(
    db,
    `SELECT json_array(term.text, platform_id) AS step, parent
     FROM resource JOIN term ON term.id = resource.kind WHERE resource.id = +?`,
  )
  const pathOf = (anchor: number): string => {
    if (anchor < 0) return ''
    const before = known.get(anchor)
    if (before !== undefined) return before
    const row = find.get(anchor)
    // The one above is an older row: a damaged catalog in which that is not so must not make a walk without end.
    const above = row?.parent != null && row.parent < anchor ? pathOf(row.parent) : ''
    const path = `${above}/${row?.step ?? '[]'}`
    known.set(anchor, path)
    return path
  }
  return pathOf
}
