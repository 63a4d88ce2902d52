/** What is searched for, and where. */
import type { Kind } from '../../model/resource.ts'

export interface FindRequest {
  /** Each has to stand in a state of a resource, wherever in it. Patterns, where `regex` says so. */
  texts: readonly string[]
  /** None of these may. */
  without?: readonly string[] | undefined
  regex?: boolean | undefined
  /** What stands before and after it belongs to another word. */
  word?: boolean | undefined
  matchCase?: boolean | undefined
  /** Platform id. */
  organization?: string | undefined
  /** Platform id, or a title that it ever had: the space itself and what is in it. */
  space?: string | undefined
  kinds?: readonly Kind[] | undefined
  /** `now`: stands in the newest snapshot. `gone`: stood once, and does not. */
  standing?: 'now' | 'gone' | undefined
  /** A snapshot: what stood in that one. */
  at?: number | undefined
  /** Milliseconds since the epoch: what stood at some time of these. */
  since?: number | undefined
  until?: number | undefined
  /** Only where it stood first of all. */
  first?: boolean | undefined
  /** Characters on both sides of what was found. */
  context: number
  /** Milliseconds. */
  maxDurationMs: number
  /** More are not looked for. */
  maxMatches: number
  /** Of the matches in their order, those that are described: the others are counted. Default all. */
  part?: MatchPart | undefined
}

export interface MatchPart {
  from: number
  most: number
}
