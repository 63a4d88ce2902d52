/** Finds everything that ever had a text, and from when to when it stood there. */
import type { Config } from '../config/settings.ts'
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

export const find = apart<FindData, FoundAnswer, never>({
  name: 'find',
  doc: 'Finds everything that ever had a text, and from when to when it stood there.',
  run: ({ config, signal }, data) => findOpening(data, { config, signal }),
})

/**
 * For who searches one vault again and again in one process: what one search unpacked of the index, the next has. Holds a
 * bounded part of it in memory.
 */
export function makeFind(
  config: Config,
): (data: FindData, signal: AbortSignal, vault?: Vault) => Promise<FoundAnswer> {
  const packs = new PackMemory()
  return (data, signal, vault) => {
    const finding = { config, signal, packs }
    return vault === undefined ? findOpening(data, finding) : findIn(vault, data, finding)
  }
}

async function findOpening(data: FindData, finding: Finding): Promise<FoundAnswer> {
  const { config } = finding
  const vault = openVault(config['vault.path'], { timezone: config['schedules.timezone'] })
  try {
    return await findIn(vault, data, finding)
  } finally {
    vault.close()
  }
}

interface Finding extends Pick<JobContext, 'config' | 'signal'> {
  packs?: PackMemory
}

async function findIn(
  vault: Vault,
  { at, since, until, maxDurationMs, maxMatches = Number.POSITIVE_INFINITY, ...asked }: FindData,
  { config, signal, packs }: Finding,
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
