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
import { leafHash, type NodeHash } from './merkle.ts'
import { type MerkleLevels, makeMerkleLevels } from './merkle-levels.ts'
import { isSameState } from './scope-digests.ts'
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
  leaf: NodeHash
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
      lines.put(statesBegun(db, { after, snapshot, organization }).map(lineOf))
      lines.keep(({ until }) => until === null || until > snapshot)
      return lines.digest()
    },
  }
}

/** In the order of their leaves, a line for each scope. */
function orderedLines(given: readonly ScopeLine[] = []) {
  let lines = [...given]
  let tree = treeOf(lines)
  const insert = (line: ScopeLine) => {
    const index = placeOf(lines, line)
    lines.splice(index, 0, line)
    tree.insert(index, line.leaf)
  }
  return {
    /** In place of the lines of before. */
    put(changed: readonly ScopeLine[]) {
      // Of several states of a scope, the last.
      const fresh = new Map<string, ScopeLine>()
      for (const line of changed) {
        const index = placeOf(lines, line)
        if (isSameScope(lines[index]?.state, line.state)) {
          lines[index] = line
          tree.replace(index, line.leaf)
        } else fresh.set(nameOf(line.state), line)
      }
      if (fresh.size <= MOST_INSERTED) return fresh.forEach(insert)
      lines = inOrder([...lines, ...fresh.values()])
      tree = treeOf(lines)
    },
    keep(isKept: (state: ScopeState) => boolean) {
      for (let index = lines.length - 1; index >= 0; index--) {
        const line = lines[index]
        if (line === undefined || isKept(line.state)) continue
        lines.splice(index, 1)
        tree.remove(index)
      }
    },
    digest: () => ({ contents: tree.root(), versions: hashVersions(lines), ...countIn(lines) }),
  }
}

/** One by one; each moves all that stand behind it. */
const MOST_INSERTED = 100

function treeOf(lines: readonly ScopeLine[]): MerkleLevels {
  return makeMerkleLevels(lines.map(({ leaf }) => leaf))
}

function countIn(lines: readonly ScopeLine[]): Pick<ContentsDigest, 'resources' | 'count'> {
  const resources: Record<string, number> = {}
  let total = 0
  for (const { state, kind } of lines) {
    resources[kind] = (resources[kind] ?? 0) + state.count
    total += state.count
  }
  return { resources, count: total }
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
 * Of the newest sealed snapshot, from the rows that last. Ordered and hashed step by step before the transaction of a seal, in
 * which only what is otherwise then is hashed.
 */
export interface NewestContents {
  /** `coming`: what `replace` is to be given. */
  prepare(coming: readonly ScopeState[]): Generator<void, void>
  /** As the rows are now. */
  digest(): ContentsDigest
  /** With these in place of their states of before; with nothing in them: without. */
  replace(states: readonly ScopeState[]): ContentsDigest
}

export function makeNewestContents(db: Connection, organization: number): NewestContents {
  const lineOf = makeLines(db)
  const made = new Map<string, ScopeLine>()
  let known = new Map<string, ScopeState>()
  let ordered = orderedLines()
  const madeFor = (state: ScopeState): ScopeLine => {
    const line = made.get(nameOf(state))
    return line !== undefined && isSameState(line.state, state) ? line : lineOf(state)
  }
  return {
    *prepare(coming) {
      const lines: ScopeLine[] = []
      for (const state of newestStates(db, organization)) {
        lines.push(lineOf(state))
        yield
      }
      known = byName(lines.map(({ state }) => state))
      ordered = orderedLines(inOrder(lines))
      yield
      ordered.digest()
      for (const state of coming) {
        made.set(nameOf(state), lineOf(state))
        yield
      }
    },
    digest() {
      const states = newestStates(db, organization)
      const now = byName(states)
      const changed = states.filter(state => !isSame(known.get(nameOf(state)), state))
      ordered.put(changed.map(lineOf))
      // One that is gone while another came is told by its name.
      if (known.size !== now.size || changed.length > 0) ordered.keep(state => now.has(nameOf(state)))
      known = now
      return ordered.digest()
    },
    replace(states) {
      ordered.put(states.map(madeFor))
      if (states.some(({ count }) => count === 0)) ordered.keep(({ count }) => count > 0)
      return ordered.digest()
    },
  }
}

function byName(states: readonly ScopeState[]): Map<string, ScopeState> {
  return new Map(states.map(state => [nameOf(state), state]))
}

function nameOf({ anchor, kind }: ScopeState): string {
  return `${anchor} ${kind}`
}

function isSame(before: ScopeState | undefined, state: ScopeState): boolean {
  return before !== undefined && isSameState(before, state)
}

/** Of these states, whatever the rows say. */
export function foldStates(db: Connection, states: readonly ScopeState[]): ContentsDigest {
  return orderedLines(inOrder(states.map(makeLines(db)))).digest()
}

function inOrder(lines: readonly ScopeLine[]): ScopeLine[] {
  return [...lines].sort((a, b) => Buffer.compare(a.order, b.order))
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
