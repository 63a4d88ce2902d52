/** Goes through resources one by one: each is told of when all of its states that may have the texts were judged. */
import { makeDescribe } from '../../diff/describe.ts'
import { SnapshotPruned } from '../../model/errors.ts'
import { resources } from '../../resources/index.ts'
import type { ResourceKey, ResourceVersion, StoredResource, Vault } from '../../vault/vault.ts'
import { excerptOf } from './excerpt.ts'
import { makeHistories } from './history.ts'
import { intervalsOf } from './intervals.ts'
import type { Judged, Terms } from './judge.ts'
import { makeJudgeCopies } from './judge-copies.ts'
import { makeReadJudge } from './judge-read.ts'
import { type Match, nameOf, type Place } from './match.ts'
import type { FindRequest } from './request.ts'
import { makeScope } from './scope.ts'
import type { SearchIndex, StateUnits } from './states.ts'

export interface Walk {
  matches: Match[]
  damaged: number
  tooLarge: number
  visit(resource: ResourceKey, chosen: ChosenOf): void
}

type ChosenOf = ReadonlyMap<number, StateUnits>

export interface Searched {
  vault: Vault
  index: SearchIndex
  terms: Terms
  context: number
}

export function makeWalk(searched: Searched, request: FindRequest): Walk {
  const { vault } = searched
  const isWanted = makeScope(vault, request)
  const unread = vault.unread()
  const organizationOf = makeOrganizationOf(vault)
  const describe = makeDescribe(vault, resources)
  const judgeOf = makeVersionJudges(searched)
  const isGone = makeIsGone(vault)
  let histories = makeHistories(vault, request)
  const matchesOf = (key: ResourceKey, chosen: ChosenOf): ResourceMatches => {
    const versions = vault.versions(key)
    const stateOf = makeStateOf(vault, key)
    const newest = versions.findLast(({ since }) => chosen.has(since))
    const sample = newest === undefined ? null : stateOf(newest.since)
    if (sample === null || !isWanted(sample)) return NO_MATCHES
    const organization = organizationOf(sample)
    const history = histories(organization)
    if (history === null) return NO_MATCHES
    const judge = judgeOf(stateOf, chosen)
    const shown = versions.find(history.mustMatch)
    if (history.only !== null && (shown === undefined || !judge.matches(shown))) return judge.nothing()
    const judged = versions.map(version => ({ ...version, matches: judge.matches(version) }))
    const intervals = intervalsOf(judged, { snapshots: history.snapshots, unread: unread(key) })
    const matches = history.wantedOf(intervals).flatMap((interval): Match[] => {
      const version = versions.findLast(({ since }) => since <= interval.last)
      const state = version === undefined ? null : stateOf(version.since)
      if (state === null) return []
      const { snapshots } = history
      return [
        {
          ...{ ...interval, ...nameOf(state, describe(state, interval.last)), organization, snapshots },
          places: judge.placesIn(state),
          isParentGone: interval.gone !== null && isGone(state.parent, snapshots.at(-1)),
        },
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

interface ResourceMatches {
  matches: Match[]
  damaged: number
  tooLarge: number
}

const NO_MATCHES: ResourceMatches = { matches: [], damaged: 0, tooLarge: 0 }

function makeVersionJudges({ vault, index, terms, context }: Searched) {
  const judgeCopies = makeJudgeCopies(terms, context)
  /** Of the states of one resource, each judged once. */
  return (stateOf: StateOf, chosen: ChosenOf) => {
    const judgeRead = makeReadJudge(vault, terms)
    const judged = new Map<number, Judged>()
    const judge = (since: number): Judged => {
      const units = chosen.get(since) ?? null
      if (units !== null) return judgeCopies(units.map(index.copy))
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
      matches: ({ since }: ResourceVersion) => chosen.has(since) && judgedOf(since).finds !== null,
      placesIn: ({ since }: StoredResource): Place[] =>
        (judged.get(since)?.finds ?? []).map(({ field, found }) => ({
          field,
          excerpt: excerptOf(found(), context),
        })),
      nothing: (): ResourceMatches => ({
        matches: [],
        damaged: count('damaged'),
        tooLarge: count('too-large'),
      }),
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
