/**
 * Everything that ever had a text, and from when to when it stood there. An answer is complete or says that it is not: each
 * state of a resource is judged by its own text, as an index has a copy of it or as the vault has it, and a resource is told
 * of only when all of its states were judged.
 */
import { UsageError } from '../../model/errors.ts'
import { giveWay } from '../../model/give-way.ts'
import type { ResourceKey, ResourceSpans, Vault } from '../../vault/vault.ts'
import { IndexDamaged, indexPath } from '../index/database.ts'
import type { PackMemory } from '../index/kept-packs.ts'
import type { Terms } from './judge.ts'
import type { Match } from './match.ts'
import { OutOfTime } from './pattern.ts'
import type { FindRequest } from './request.ts'
import {
  type Choice,
  chooseStates,
  openSearchIndex,
  type SearchIndex,
  type StateUnits,
  withoutIndex,
} from './states.ts'
import { makeTerm } from './term.ts'
import { type Finding, makeWalk, type Walk } from './walk.ts'

export interface FindAnswer {
  /** Where it stood last is first; with `first`, where it began. Those that were asked for. */
  matches: Match[]
  /** How many were found, asked for or not. */
  total: number
  /** Why it ended before everything was searched; null: it did not. */
  truncated: 'time' | 'matches' | null
  searched: {
    /** The last snapshot that is indexed; null: none is. */
    indexedThrough: number | null
    /** What is wrong with the index; null: nothing. */
    indexDamage: string | null
    /** States that were read from the vault, because no index has them. */
    scanned: number
    /** States of which something could not be searched, because it is damaged or too large. */
    damaged: number
    tooLarge: number
  }
}

/** `packs`: of the searches of this vault before. Throws UsageError, and what the signal was aborted with. */
export async function search(
  vault: Vault,
  request: FindRequest,
  signal?: AbortSignal,
  packs?: PackMemory,
): Promise<FindAnswer> {
  const deadline = performance.now() + request.maxDurationMs
  const wanted = request.texts.map(text => makeTerm(text, request, () => deadline))
  const unwanted = (request.without ?? []).map(text => makeTerm(text, request, () => deadline))
  if (wanted.length === 0) throw new UsageError('there is nothing to search for', { hint: 'say what' })
  const searching = { vault, request, terms: { wanted, unwanted }, deadline, signal }
  try {
    return await searchBy(openSearchIndex(vault, indexPath(vault.path), packs), searching)
  } catch (error) {
    if (!(error instanceof IndexDamaged)) throw error
    // What it has said so far is not believed either.
    return searchBy(withoutIndex(error.message), searching)
  }
}

interface Searching {
  vault: Vault
  terms: Terms
  request: FindRequest
  deadline: number
  signal: AbortSignal | undefined
}

async function searchBy(index: SearchIndex, searching: Searching): Promise<FindAnswer> {
  const { vault, terms, request } = searching
  try {
    const choice = chooseStates(vault, index, terms)
    const walk = makeWalk({ vault, index, terms, context: request.context }, request)
    const truncated = await walkAll(choice, walk, { ...request, ...searching })
    const found = inOrder(walk.findings, request)
    const matches = described(found, choice, { walk, request })
    const lost = matches.filter(match => match === null).length
    return {
      matches: matches.filter(match => match !== null),
      ...{ total: found.length - lost, truncated },
      searched: searchedOf(index, choice, walk),
    }
  } finally {
    index.close()
  }
}

/** Null: it was pruned since it was found. */
function described(
  found: readonly Finding[],
  { states }: Choice,
  { walk, request: { part } }: { walk: Walk; request: FindRequest },
): (Match | null)[] {
  const wanted = part === undefined ? found : found.slice(part.from, part.from + part.most)
  const known = new Map<ResourceKey, Match[]>()
  return wanted.map(({ resource, interval, match }) => {
    if (match !== null) return match
    const all = known.get(resource) ?? walk.describe(resource, states.get(resource) ?? new Map())
    known.set(resource, all)
    return all.find(({ since }) => since === interval.since) ?? null
  })
}

interface Limits extends Pick<FindRequest, 'maxMatches' | 'part'> {
  vault: Vault
  deadline: number
  signal: AbortSignal | undefined
}

async function walkAll(choice: Choice, walk: Walk, limits: Limits): Promise<FindAnswer['truncated']> {
  for (const [spans, chosen] of spansOf(choice, limits)) {
    await giveWay()
    limits.signal?.throwIfAborted()
    if (performance.now() > limits.deadline) return 'time'
    try {
      walk.visit(spans, chosen)
    } catch (error) {
      if (error instanceof OutOfTime) return 'time'
      throw error
    }
    // One more than that says that there are more.
    if (walk.findings.length > limits.maxMatches) {
      walk.findings.length = limits.maxMatches
      return 'matches'
    }
  }
  return null
}

/** Of most resources it takes longer to ask for what is kept of them than to look at it. */
const RESOURCES_AT_ONCE = 64

/** Of resources of which something is kept. */
function* spansOf(
  { states }: Choice,
  { vault, part }: Limits,
): Generator<[ResourceSpans, ReadonlyMap<number, StateUnits>]> {
  // Neighbours lie in one block. Who looks at a part wants what came last.
  const order = part === undefined ? 1 : -1
  const all = [...states].sort(([a], [b]) => order * (a - b))
  for (let at = 0; at < all.length; at += RESOURCES_AT_ONCE) {
    const some = all.slice(at, at + RESOURCES_AT_ONCE)
    const spans = vault.spans(some.map(([resource]) => resource))
    for (const [resource, chosen] of some) {
      const kept = spans.get(resource)
      if (kept !== undefined) yield [kept, chosen]
    }
  }
}

function inOrder(findings: readonly Finding[], { first = false }: FindRequest): Finding[] {
  const byEnd = findings.toSorted(
    ({ interval: a, resource: of }, { interval: b, resource: other }) =>
      b.last - a.last || b.since - a.since || of - other,
  )
  if (!first) return byEnd
  const earliest = findings.reduce((least, { interval }) => Math.min(least, interval.since), Infinity)
  return byEnd.filter(({ interval }) => interval.since === earliest)
}

function searchedOf(
  index: SearchIndex,
  { scanned }: Choice,
  { damaged, tooLarge }: Walk,
): FindAnswer['searched'] {
  const { place, damage } = index
  return { indexedThrough: place?.since ?? null, indexDamage: damage, scanned, damaged, tooLarge }
}
