/**
 * What a search answers, as the command prints it in JSON lines and the server as JSON: the same fields. Times are ISO 8601,
 * UTC; fields are only ever added.
 */
import { z } from 'zod'
import type { Vault } from '../vault/vault.ts'
import { commandsFor } from './commands.ts'
import type { Match } from './query/match.ts'
import type { FindAnswer } from './query/search.ts'
import { unreadRanges } from './query/unread-ranges.ts'

const momentSchema = z.object({ snapshot: z.number(), started: z.string().nullable() })

export const matchSchema = z.object({
  kind: z.string(),
  id: z.string(),
  title: z.string(),
  organization: z.string(),
  parent_kind: z.string().nullable(),
  parent: z.string().nullable(),
  within: z.string().nullable(),
  path: z.string().nullable(),
  git_path: z.string().nullable(),
  /** The snapshot in which it was first seen, which may be pruned. */
  from: momentSchema,
  /** The first that is kept, and the last that has it. */
  first: momentSchema,
  last: momentSchema,
  /** The first that has it no more; null: it stands in the newest. */
  gone: momentSchema.nullable(),
  end: z.enum(['standing', 'changed', 'removed']),
  /** Snapshots that did not read it, in which it is not known how it stood. */
  unread: z.array(z.object({ from: z.number(), to: z.number(), class: z.string() })),
  /** Where it is, one for each text that was searched for. */
  places: z.array(z.object({ field: z.string(), excerpt: z.string() })),
  /** To be typed as they are. Compare: what brought it, or took it away. */
  commands: z.object({ show: z.string(), compare: z.string().nullable(), restore: z.string().nullable() }),
})
export type MatchAnswer = z.infer<typeof matchSchema>

export const findSummarySchema = z.object({
  matches: z.number(),
  /** Why it ended before everything was searched; null: it did not. */
  truncated: z.enum(['time', 'matches']).nullable(),
  /** The last snapshot that is indexed; null: none. */
  indexed_until: z.number().nullable(),
  index_damage: z.string().nullable(),
  /** States that were read because no index narrows it down to fewer. */
  scanned: z.number(),
  /** States of which something could not be searched: damaged or lost, or larger than what is searched. */
  damaged: z.number(),
  too_large: z.number(),
})
export type FindSummary = z.infer<typeof findSummarySchema>

export interface FoundAnswer {
  /** Those that were asked for; the summary says how many were found. */
  matches: MatchAnswer[]
  summary: FindSummary
}

export function answerOf(vault: Vault, { matches, total, truncated, searched }: FindAnswer): FoundAnswer {
  const moments = new Map<number, MatchAnswer['first']>()
  const moment = (snapshot: number) => {
    const known = moments.get(snapshot) ?? { snapshot, started: vault.startedAt(snapshot) }
    moments.set(snapshot, known)
    return known
  }
  return {
    matches: matches.map(match => matchAnswer(match, moment)),
    summary: {
      ...{ matches: total, truncated },
      indexed_until: searched.indexedThrough,
      index_damage: searched.indexDamage,
      scanned: searched.scanned,
      damaged: searched.damaged,
      too_large: searched.tooLarge,
    },
  }
}

/** Something was left out, whatever was found. */
export function isPartial({ truncated, damaged, too_large: tooLarge }: FindSummary): boolean {
  return truncated !== null || damaged > 0 || tooLarge > 0
}

function matchAnswer(match: Match, moment: (snapshot: number) => MatchAnswer['first']): MatchAnswer {
  const { kind, id, title, organization, within, path, end, places, gone } = match
  return {
    ...{ kind, id, title, organization, within, path, end, places },
    parent_kind: match.parentKind,
    parent: match.parent,
    git_path: match.gitPath,
    from: moment(match.since),
    first: moment(match.first),
    last: moment(match.last),
    gone: gone === null ? null : moment(gone),
    unread: unreadRanges(match.unread, match.snapshots),
    commands: commandsFor(match),
  }
}
