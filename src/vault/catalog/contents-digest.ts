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
import { makeMerkleLevels } from './merkle-levels.ts'
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
  /** For `versions`. */
  versions: string
}

/** Those of a snapshot, in the order of their leaves. */
export function scopeLines(db: Connection, snapshot: number, organization: number): ScopeLine[] {
  const states = statesBegun(db, { after: 0, snapshot, organization })
  const held = states.filter(({ until }) => until === null || until > snapshot)
  return inOrder(held.map(makeLines(db)))
}

/** Answers for one snapshot after the other, oldest first, in what changed between them. */
export interface ContentsFold {
  at(snapshot: number): Pick<ContentsDigest, 'contents' | 'versions'>
}

export function makeContentsFold(db: Connection, organization: number): ContentsFold {
  const lineOf = makeLines(db)
  let lines = orderedLines()
  let last = 0
  return {
    at(snapshot) {
      if (snapshot < last) lines = orderedLines()
      const after = snapshot < last ? 0 : last
      last = snapshot
      for (const state of statesBegun(db, { after, snapshot, organization })) lines.put(lineOf(state))
      lines.keep(({ until }) => until === null || until > snapshot)
      return lines.digest()
    },
  }
}

/** In the order of their leaves, a line for each scope. */
function orderedLines() {
  const lines: ScopeLine[] = []
  const tree = makeMerkleLevels([])
  return {
    /** In place of the line of before. */
    put(line: ScopeLine) {
      const index = placeOf(lines, line)
      const isThere = isSameScope(lines[index]?.state, line.state)
      lines.splice(index, isThere ? 1 : 0, line)
      if (isThere) tree.replace(index, line.leaf)
      else tree.insert(index, line.leaf)
    },
    keep(isKept: (state: ScopeState) => boolean) {
      for (let index = lines.length - 1; index >= 0; index--) {
        const line = lines[index]
        if (line === undefined || isKept(line.state)) continue
        lines.splice(index, 1)
        tree.remove(index)
      }
    },
    digest: () => ({ contents: tree.root(), versions: hashVersions(lines) }),
  }
}

function isSameScope(a: ScopeState | undefined, b: ScopeState): boolean {
  return a?.anchor === b.anchor && a.kind === b.kind
}

/** Where it stands, or would. */
function placeOf(lines: readonly ScopeLine[], { order }: ScopeLine): number {
  let [from, to] = [0, lines.length]
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    const found = lines[middle]
    if (found !== undefined && Buffer.compare(found.order, order) < 0) from = middle + 1
    else to = middle
  }
  return from
}

function hashVersions(lines: readonly ScopeLine[]): Buffer {
  return hash('sha256', lines.map(({ versions }) => versions).join(''), 'buffer')
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
    const line = isKnown ? { ...before, state, versions: versionsLine(state) } : make(state)
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
  let total = 0
  for (const { state, kind, leaf } of lines) {
    tree.add(leaf)
    resources[kind] = (resources[kind] ?? 0) + state.count
    total += state.count
  }
  return { contents: tree.root(), versions: hashVersions(lines), resources, count: total }
}

function makeLines(db: Connection): (state: ScopeState) => ScopeLine {
  const pathOf = makePaths(db)
  const termOf = prepareOnce<[number], { text: string }>(db, 'SELECT text FROM term WHERE id = +?')
  return state => {
    const kind = termOf.get(state.kind)?.text ?? 'resource'
    const path = pathOf(state.anchor)
    const text = JSON.stringify([kind, path, state.count, state.contents.toString('hex')])
    return {
      state,
      kind,
      order: Buffer.from(`${kind}\0${path}`),
      text,
      leaf: leafHash(text),
      versions: versionsLine(state),
    }
  }
}

function versionsLine({ anchor, kind, versions }: ScopeState): string {
  return `${anchor} ${kind} ${versions.toString('hex')}\n`
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
