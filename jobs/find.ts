/** Finds everything that ever had a text, and from when to when it stood there. */
import { answerOf, type FoundAnswer } from '../src/search/answer.ts'
import { PackMemory } from '../src/search/index/kept-packs.ts'
import type { FindRequest } from '../src/search/query/request.ts'
import { search } from '../src/search/query/search.ts'
import { openVault, type Vault } from '../src/vault/vault.ts'
import { apart } from './apart.ts'
import type { JobContext } from './job.ts'

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

/**
 * Of all searches of this process: what one unpacked of an index, the next has, also where the daemon does both. Bounded, and
 * of one vault at a time.
 */
const packs = new PackMemory()

export const find = apart<FindData, FoundAnswer, never>({
  name: 'find',
  doc: 'Finds everything that ever had a text, and from when to when it stood there.',
  run: ({ config, signal }, data) => findHere(data, { config, signal }),
})

export type Finding = Pick<JobContext, 'config' | 'signal'>

/** `open`: the vault, where whoever asks has it open. */
export async function findHere(data: FindData, finding: Finding, open?: Vault): Promise<FoundAnswer> {
  if (open !== undefined) return findIn(open, data, finding)
  const { config } = finding
  const vault = openVault(config['vault.path'], { timezone: config['schedules.timezone'] })
  try {
    return await findIn(vault, data, finding)
  } finally {
    vault.close()
  }
}

async function findIn(
  vault: Vault,
  { at, since, until, maxDurationMs, maxMatches = Number.POSITIVE_INFINITY, ...asked }: FindData,
  { config, signal }: Finding,
): Promise<FoundAnswer> {
  const request: FindRequest = {
    ...asked,
    at: at === undefined ? undefined : vault.resolve(at, { organization: asked.organization }).snapshot,
    since: since === undefined ? undefined : vault.time(since).from,
    until: until === undefined ? undefined : vault.time(until).to,
    maxDurationMs: maxDurationMs ?? config['search.maxDuration'],
    maxMatches: Math.min(maxMatches, config['search.maxMatches']),
  }
  return answerOf(vault, await search(vault, request, signal, packs))
}
