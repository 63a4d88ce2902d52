/**
 * Everything that ever had a text, and from when to when it stood there. An answer is complete or says that it is not: each
 * state of a resource is judged by its own text, whether the index knows it or not, and a resource is told of only when all
 * of its states were judged.
 */
import { makeDescribe } from '../../diff/describe.ts'
import { SnapshotPruned, UsageError } from '../../model/errors.ts'
import { makeGiveWay } from '../../model/give-way.ts'
import type { Kind } from '../../model/resource.ts'
import { isSealed, type SnapshotSummary } from '../../model/snapshot.ts'
import { resources } from '../../resources/index.ts'
import { sealedBackups } from '../../vault/sealed-backups.ts'
import type { ResourceKey, ResourceVersion, StoredResource, Vault } from '../../vault/vault.ts'
import { indexPath } from '../index/database.ts'
import { type Interval, intervalsOf } from './intervals.ts'
import { type Judged, makeJudge, type Place, type Search } from './judge.ts'
import { OutOfTime } from './pattern.ts'
import type { FindRequest } from './request.ts'
import { makeScope } from './scope.ts'
import { type Choice, chooseStates, openSearchIndex, type SearchIndex } from './states.ts'
import { makeTerm } from './term.ts'

/** That a text stood in a resource, from one snapshot to another. */
export interface Match extends Interval {
  kind: Kind
  id: string
  /** As the last snapshot that has the text says; the path of a page in its space, or of a file. */
  title: string
  path: string | null
  gitPath: string | null
  within: string | null
  parentKind: Kind | null
  parent: string | null
  organization: string
  /** In the last snapshot that has them, one for each text. */
  places: Place[]
  isMarkdown: boolean
  /** Numbers of all that the organization's history is told by, oldest first. */
  snapshots: readonly number[]
}

export interface FindAnswer {
  /** Where it stood last is first; with `first`, where it began. */
  matches: Match[]
  /** Why it ended before everything was searched; null: it did not. */
  truncated: 'time' | 'matches' | null
  searched: {
    /** The last snapshot that is indexed; null: none is. */
    indexedThrough: number | null
    /** What is wrong with the index; null: nothing. */
    indexDamage: string | null
    /** States that were read because the index does not have them, or could not narrow it down. */
    scanned: number
    /** States of which something could not be searched, because it is damaged or too large. */
    damaged: number
    tooLarge: number
  }
}

/** Throws UsageError, and what the signal was aborted with. */
export async function search(vault: Vault, request: FindRequest, signal?: AbortSignal): Promise<FindAnswer> {
  const deadline = performance.now() + request.maxDurationMs
  const wanted = request.texts.map(text => makeTerm(text, request, () => deadline))
  const unwanted = (request.without ?? []).map(text => makeTerm(text, request, () => deadline))
  if (wanted.length === 0) throw new UsageError('there is nothing to search for', { hint: 'say what' })
  const index = openSearchIndex(vault, indexPath(vault.path))
  try {
    const choice = chooseStates(vault, index, wanted)
    const units = [
      ...choice.units,
      ...unwanted.map(({ certain }) => (certain === null ? null : index.mayHave(certain))),
    ]
    const judging = { vault, index, wanted, unwanted, units, context: request.context }
    const walk = makeWalk(judging, request)
    const truncated = await walkAll(choice, walk, { ...request, deadline, signal })
    return { matches: inOrder(walk.matches, request), truncated, searched: searchedOf(index, choice, walk) }
  } finally {
    index.close()
  }
}

interface Limits {
  deadline: number
  maxMatches: number
  signal: AbortSignal | undefined
}

async function walkAll({ states }: Choice, walk: Walk, limits: Limits): Promise<FindAnswer['truncated']> {
  const giveWay = makeGiveWay()
  // Neighbours lie in one block.
  for (const [resource, chosen] of [...states].sort(([a], [b]) => a - b)) {
    await giveWay()
    limits.signal?.throwIfAborted()
    if (performance.now() > limits.deadline) return 'time'
    try {
      walk.visit(resource, chosen)
    } catch (error) {
      if (error instanceof OutOfTime) return 'time'
      throw error
    }
    if (walk.matches.length >= limits.maxMatches) {
      walk.matches.length = limits.maxMatches
      return 'matches'
    }
  }
  return null
}

interface Walk {
  matches: Match[]
  damaged: number
  tooLarge: number
  visit(resource: ResourceKey, chosen: ReadonlySet<number>): void
}

function makeWalk(judging: Search, request: FindRequest): Walk {
  const { vault } = judging
  const isWanted = makeScope(vault, request)
  const unread = vault.unread()
  const organizationOf = makeOrganizationOf(vault)
  const describe = makeDescribe(vault, resources)
  let histories = makeHistories(vault, request)
  const matchesOf = (key: ResourceKey, chosen: ReadonlySet<number>): ResourceMatches => {
    const versions = vault.versions(key)
    const first = versions.find(({ since }) => chosen.has(since))
    const sample = first === undefined ? null : vault.state({ since: first.since, resource: key })
    if (sample === null || !isWanted(sample)) return NO_MATCHES
    const organization = organizationOf(sample)
    const history = histories(organization)
    if (history === null) return NO_MATCHES
    const judge = makeVersionJudge(judging, key, chosen)
    const shown = versions.find(history.mustMatch)
    if (history.only !== null && (shown === undefined || !judge.matches(shown))) return judge.nothing()
    const judged = versions.map(version => ({ ...version, matches: judge.matches(version) }))
    const intervals = intervalsOf(judged, { snapshots: history.snapshots, unread: unread(key) })
    const matches = history.wantedOf(intervals).flatMap((interval): Match[] => {
      const state = vault.at(interval.last, key)
      if (state === null) return []
      const about = nameOf(state, describe(state, interval.last))
      return [
        { ...interval, ...about, organization, places: judge.placesIn(state), snapshots: history.snapshots },
      ]
    })
    return { ...judge.nothing(), matches }
  }
  const walk: Walk = {
    matches: [],
    damaged: 0,
    tooLarge: 0,
    visit(key, chosen) {
      for (let attempt = 1; ; attempt++) {
        try {
          const { matches, damaged, tooLarge } = matchesOf(key, chosen)
          walk.matches.push(...matches)
          walk.damaged += damaged
          walk.tooLarge += tooLarge
          return
        } catch (error) {
          // What was pruned meanwhile is no history any more.
          if (!(error instanceof SnapshotPruned) || attempt >= MOST_ATTEMPTS) throw error
          histories = makeHistories(vault, request)
        }
      }
    },
  }
  return walk
}

const MOST_ATTEMPTS = 5

interface ResourceMatches {
  matches: Match[]
  damaged: number
  tooLarge: number
}

const NO_MATCHES: ResourceMatches = { matches: [], damaged: 0, tooLarge: 0 }

/** Of the states of one resource, each judged once. */
function makeVersionJudge(judging: Search, resource: ResourceKey, chosen: ReadonlySet<number>) {
  const { vault } = judging
  const judge = makeJudge(judging)
  const judged = new Map<number, Judged>()
  const judgedOf = (since: number): Judged => {
    const known = judged.get(since)
    if (known !== undefined) return known
    const state = vault.state({ since, resource })
    const found = state === null ? NOT_THERE : judge(state)
    // Its texts went with it while they were read.
    const isPruned = found.unread === 'damaged' && vault.state({ since, resource }) === null
    judged.set(since, isPruned ? NOT_THERE : found)
    return isPruned ? NOT_THERE : found
  }
  const count = (why: Judged['unread']) => [...judged.values()].filter(({ unread }) => unread === why).length
  return {
    matches: ({ since }: ResourceVersion) => chosen.has(since) && judgedOf(since).places !== null,
    placesIn: ({ since }: StoredResource) => judged.get(since)?.places ?? [],
    nothing: (): ResourceMatches => ({
      matches: [],
      damaged: count('damaged'),
      tooLarge: count('too-large'),
    }),
  }
}

const NOT_THERE: Judged = { places: null, unread: null }

function nameOf(state: StoredResource, about: ReturnType<ReturnType<typeof makeDescribe>>) {
  const { kind, id, title, path, gitPath, within } = about
  const isMarkdown = state.parts.some(({ name }) => name === 'markdown')
  return {
    ...{ kind, id, title, path, gitPath, within, isMarkdown },
    ...{ parentKind: state.parentKind, parent: state.parentId },
  }
}

/** Platform ids; neighbours share what they stand under. */
function makeOrganizationOf(vault: Vault): (resource: StoredResource) => string {
  const known = new Map<ResourceKey, string>()
  return ({ key, parent }) => {
    const found = known.get(parent ?? key)
    if (found !== undefined) return found
    let ref = vault.ref(key)
    while (ref.parent !== null) ref = ref.parent
    known.set(parent ?? key, ref.id)
    return ref.id
  }
}

interface OrganizationHistory {
  snapshots: readonly number[]
  /** What did not stand in this one is not wanted; null: whatever stood in any. */
  only: number | null
  /** The state of that snapshot. */
  mustMatch(version: ResourceVersion): boolean
  wantedOf(intervals: readonly Interval[]): Interval[]
}

/** Null of organizations that nobody wants. */
function makeHistories(
  vault: Vault,
  request: FindRequest,
): (organization: string) => OrganizationHistory | null {
  const known = new Map<string, OrganizationHistory | null>()
  const at = request.at === undefined ? null : vault.resolve(String(request.at))
  return organization => {
    const found = known.get(organization)
    if (found !== undefined) return found
    const history = isAsked(organization, request, at) ? historyOf(vault, organization, request) : null
    known.set(organization, history)
    return history
  }
}

function isAsked(organization: string, request: FindRequest, at: SnapshotSummary | null): boolean {
  if (at !== null && at.organization !== organization) return false
  return request.organization === undefined || request.organization === organization
}

function historyOf(vault: Vault, organization: string, request: FindRequest): OrganizationHistory {
  const { at, standing, since = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY } = request
  // A reading of a restore is looked at where somebody names it.
  const backups = sealedBackups(vault, organization)
  const shown = at === undefined ? backups : vault.snapshots({ organization }).filter(isSealed)
  const snapshots = shown.map(({ snapshot }) => snapshot)
  const times = new Map(shown.map(({ snapshot, started }) => [snapshot, Date.parse(started)]))
  const only = at ?? (standing === 'now' ? (snapshots.at(-1) ?? 0) : null)
  const isWanted = (interval: Interval) =>
    (only === null || (interval.first <= only && interval.last >= only)) &&
    (times.get(interval.first) ?? 0) <= until &&
    (interval.gone === null || (times.get(interval.gone) ?? 0) > since)
  return {
    snapshots,
    only,
    mustMatch: ({ since: begin, until: end }) =>
      only !== null && begin <= only && (end === null || end > only),
    wantedOf: intervals =>
      standing === 'gone' && intervals.some(({ end }) => end === 'standing')
        ? []
        : intervals.filter(isWanted),
  }
}

function inOrder(matches: readonly Match[], { first = false }: FindRequest): Match[] {
  const byEnd = matches.toSorted((a, b) => b.last - a.last || b.since - a.since)
  if (!first) return byEnd
  const earliest = Math.min(...matches.map(({ since }) => since))
  return byEnd.filter(({ since }) => since === earliest)
}

function searchedOf(
  index: SearchIndex,
  { scanned }: Choice,
  { damaged, tooLarge }: Walk,
): FindAnswer['searched'] {
  const { place, damage } = index
  return { indexedThrough: place?.since ?? null, indexDamage: damage, scanned, damaged, tooLarge }
}
