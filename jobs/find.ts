/** Finds everything that ever had a text, and from when to when it stood there. */
import { answerOf, type FoundAnswer } from '../src/search/answer.ts'
import type { FindRequest } from '../src/search/query/request.ts'
import { search } from '../src/search/query/search.ts'
import { openVault } from '../src/vault/vault.ts'
import { apart } from './apart.ts'

/** As somebody typed it. */
export interface FindData
  extends Omit<FindRequest, 'at' | 'since' | 'until' | 'maxDurationMs' | 'maxMatches'> {
  /** A snapshot. */
  at?: string | undefined
  /** Times. */
  since?: string | undefined
  until?: string | undefined
  /** Default search.maxDuration. Milliseconds. */
  maxDurationMs?: number | undefined
  /** At most search.maxMatches, which is the default. */
  maxMatches?: number | undefined
}

export const find = apart<FindData, FoundAnswer, never>({
  name: 'find',
  doc: 'Finds everything that ever had a text, and from when to when it stood there.',
  async run(
    { config, signal },
    { at, since, until, maxDurationMs, maxMatches = Number.POSITIVE_INFINITY, ...asked },
  ) {
    const vault = openVault(config['vault.path'], { timezone: config['schedules.timezone'] })
    try {
      const request: FindRequest = {
        ...asked,
        at: at === undefined ? undefined : vault.resolve(at, { organization: asked.organization }).snapshot,
        since: since === undefined ? undefined : vault.time(since).from,
        until: until === undefined ? undefined : vault.time(until).to,
        maxDurationMs: maxDurationMs ?? config['search.maxDuration'],
        maxMatches: Math.min(maxMatches, config['search.maxMatches']),
      }
      return answerOf(vault, await search(vault, request, signal))
    } finally {
      vault.close()
    }
  },
})
