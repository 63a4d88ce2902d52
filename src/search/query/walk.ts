/** Goes through resources one by one: each is told of when all of its states that may have the texts were judged. */
import { makeDescribe } from '../../diff/describe.ts'
import { SnapshotPruned } from '../../model/errors.ts'
import { resources } from '../../resources/index.ts'
import type { ResourceKey, ResourceSpans, StoredResource, Vault, VersionSpan } from '../../vault/vault.ts'
import { excerptOf } from './excerpt.ts'
import { makeHistories } from './history.ts'
import { type Interval, intervalsOf } from './intervals.ts'
import type { Judged, Terms } from './judge.ts'
import { makeJudgeCopies } from './judge-copies.ts'
import { makeReadJudge } from './judge-read.ts'
import { type Match, nameOf, type Place } from './match.ts'
import type { FindRequest } from './request.ts'
import { makeScope } from './scope.ts'
import type { SearchIndex, StateUnits } from './states.ts'

/** That something was found; what it is called and where the text stands takes longer to say than to find. */
export interface Finding {
  resource: ResourceKey
  interval: Interval
  /** Null: to be asked for. */
  match: Match | null
}

export interface Walk {
  findings: Finding[]
  damaged: number
  tooLarge: number
  visit(spans: ResourceSpans, chosen: ChosenOf): void
  /** What was found of it, described; of a resource that was visited. */
  describe(resource: ResourceKey, chosen: ChosenOf): Match[]
}

type ChosenOf = ReadonlyMap<number, StateUnits>

export interface Searched {
  vault: Vault
  index: SearchIndex
  terms: Terms
  context: number
}

/** Of a request for a part nothing is described before it is asked for. */
export function makeWalk(searched: Searched, request: FindRequest): Walk {
  const { vault } = searched
  const judgeResource = makeResourceJudge(searched, request)
  const describeAll = makeDescribeFound(vault)
  let histories = makeHistories(vault, request)
  const kept = <T>(look: () => T): T => {
    for (let attempt = 1; ; attempt++) {
      try {
        return look()
      } catch (error) {
        // What was pruned meanwhile is no history any more.
        if (!(error instanceof SnapshotPruned) || attempt >= MOST_ATTEMPTS) throw error
        histories = makeHistories(vault, request)
      }
    }
  }
  const walk: Walk = {
    findings: [],
    damaged: 0,
    tooLarge: 0,
    visit(spans, chosen) {
      const { findings, damaged, tooLarge } = kept(() => {
        const found = judgeResource(spans, chosen, histories)
        const toFinding = (interval: Interval, match: Match | null) => ({
          resource: spans.key,
          interval,
          match,
        })
        const findings =
          request.part === undefined
            ? describeAll(found).map(match => toFinding(match, match))
            : found.intervals.map(interval => toFinding(interval, null))
        return { findings, ...found.unread() }
      })
      walk.findings.push(...findings)
      walk.damaged += damaged
      walk.tooLarge += tooLarge
    },
    describe: (resource, chosen) =>
      kept(() => {
        const spans = vault.spans([resource]).get(resource)
        return spans === undefined ? [] : describeAll(judgeResource(spans, chosen, histories))
      }),
  }
  return walk
}

/** Of one resource. */
interface FoundOf {
  intervals: Interval[]
  versions: readonly VersionSpan[]
  organization: string
  snapshots: readonly number[]
  stateOf: StateOf
  placesIn(state: StoredResource): Place[]
  /** Of its states that were judged. */
  unread(): Pick<Walk, 'damaged' | 'tooLarge'>
}

const NOTHING: FoundOf = {
  ...{ intervals: [], versions: [], organization: '', snapshots: [] },
  stateOf: () => null,
  placesIn: () => [],
  unread: () => ({ damaged: 0, tooLarge: 0 }),
}

function makeResourceJudge(searched: Searched, request: FindRequest) {
  const { vault } = searched
  const isWanted = makeScope(vault, request)
  const unread = vault.unread()
  const judgeOf = makeVersionJudges(searched)
  return (spans: ResourceSpans, chosen: ChosenOf, histories: ReturnType<typeof makeHistories>): FoundOf => {
    if (!isWanted(spans)) return NOTHING
    const { key, organization, versions } = spans
    const stateOf = makeStateOf(vault, key)
    const history = histories(organization)
    if (history === null) return NOTHING
    const judge = judgeOf(stateOf, chosen)
    const { snapshots } = history
    const found = { versions, organization, snapshots, stateOf, ...judge }
    const shown = versions.find(history.mustMatch)
    if (history.only !== null && (shown === undefined || !judge.matches(shown)))
      return { ...found, intervals: [] }
    const judged = versions.map(version => ({ ...version, matches: judge.matches(version) }))
    return { ...found, intervals: history.wantedOf(intervalsOf(judged, { snapshots, unread: unread(key) })) }
  }
}

function versionIn(versions: readonly VersionSpan[], snapshot: number): VersionSpan | undefined {
  return versions.findLast(({ since }) => since <= snapshot)
}

function makeDescribeFound(vault: Vault): (found: FoundOf) => Match[] {
  const describe = makeDescribe(vault, resources)
  const isGone = makeIsGone(vault)
  return ({ intervals, versions, organization, snapshots, stateOf, placesIn }) =>
    intervals.flatMap((interval): Match[] => {
      const version = versionIn(versions, interval.last)
      const state = version === undefined ? null : stateOf(version.since)
      // Pruned meanwhile.
      if (state === null) return []
      return [
        {
          ...{ ...interval, ...nameOf(state, describe(state, interval.last)), organization, snapshots },
          places: placesIn(state),
          isParentGone: interval.gone !== null && isGone(state.parent, snapshots.at(-1)),
        },
      ]
    })
}

const MOST_ATTEMPTS = 5

type StateOf = (since: number) => StoredResource | null

/** Of one resource; each is asked for once. */
function makeStateOf(vault: Vault, resource: ResourceKey): StateOf {
  const known = new Map<number, StoredResource | null>()
  return since => {
    const found = known.get(since)
    if (found !== undefined) return found
    const state = vault.state({ since, resource })
    known.set(since, state)
    return state
  }
}

function makeVersionJudges({ vault, index, terms, context }: Searched) {
  const judgeCopies = makeJudgeCopies(terms, context)
  /** Of the states of one resource, each judged once. */
  return (stateOf: StateOf, chosen: ChosenOf) => {
    const judgeRead = makeReadJudge(vault, terms)
    const judged = new Map<number, Judged>()
    const judge = (since: number): Judged => {
      const units = chosen.get(since) ?? null
      if (units !== null) return judgeCopies(index.copies(units))
      const state = stateOf(since)
      if (state === null) return NOT_THERE
      const found = judgeRead(state)
      // Its texts went with it while they were read.
      const isPruned = found.unread === 'damaged' && vault.state({ since, resource: state.key }) === null
      return isPruned ? NOT_THERE : found
    }
    const judgedOf = (since: number): Judged => {
      const found = judged.get(since) ?? judge(since)
      judged.set(since, found)
      return found
    }
    const count = (why: Judged['unread']) =>
      [...judged.values()].filter(({ unread }) => unread === why).length
    return {
      matches: ({ since }: VersionSpan) => chosen.has(since) && judgedOf(since).finds !== null,
      placesIn: ({ since }: StoredResource): Place[] =>
        (judged.get(since)?.finds ?? []).map(({ field, found }) => ({
          field,
          excerpt: excerptOf(found(), context),
        })),
      unread: () => ({ damaged: count('damaged'), tooLarge: count('too-large') }),
    }
  }
}

const NOT_THERE: Judged = { finds: null, unread: null }

/** Neighbours share what they stand under. */
function makeIsGone(vault: Vault): (resource: ResourceKey | null, snapshot: number | undefined) => boolean {
  const known = new Map<string, boolean>()
  return (resource, snapshot) => {
    if (resource === null || snapshot === undefined) return false
    const name = `${resource} ${snapshot}`
    const isGone = known.get(name) ?? vault.at(snapshot, resource) === null
    known.set(name, isGone)
    return isGone
  }
}
