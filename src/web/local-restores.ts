/** Restores of `docvault web`: in this process, one after the other, with what they say of themselves until it ends. */
import { randomUUID } from 'node:crypto'
import type { Config } from '../../config/settings.ts'
import { type RestoreAnswer, type RestoreData, restore } from '../../jobs/restore.ts'
import { restoreOutcome } from '../../jobs/triggered-restore.ts'
import { DocvaultError } from '../model/errors.ts'
import { findPlan } from '../restore/plan/plan-store.ts'
import type { DeskRun, RestoreDesk } from './source.ts'

export interface LocalRestores extends RestoreDesk {
  /** Every run that was begun has ended. */
  idle(): Promise<void>
  /** Lets a run that writes end at its next request; it can be resumed. */
  close(): Promise<void>
}

/** Of whoever looks at more, the first are forgotten. */
const MOST_RUNS = 100

export function makeLocalRestores(config: Config): LocalRestores {
  const runs = new Map<string, DeskRun>()
  const stop = new AbortController()
  let last = Promise.resolve()
  const begin = (organization: string, data: (run: string) => RestoreData): string => {
    const name = `web-${randomUUID()}`
    const change = (state: Partial<DeskRun>) =>
      runs.set(name, { ...(runs.get(name) ?? WAITING), organization, ...state })
    change({})
    last = last.then(async () => {
      change({ state: 'working' })
      change(await ended(() => perform(data(name), change)))
    })
    for (const old of runs.keys()) if (runs.size > MOST_RUNS) runs.delete(old)
    return name
  }
  const perform = (data: RestoreData, change: (state: Partial<DeskRun>) => void) =>
    restore.run({ config, signal: stop.signal, report: progress => change({ progress }) }, data)
  return {
    plan: async ({ organization, restore: wish }) =>
      begin(organization, () =>
        'undo' in wish
          ? { action: 'undo', run: wish.undo }
          : { action: 'plan', snapshot: wish.snapshot, from: organization, request: wish.request },
      ),
    apply: async ({ organization, plan }) =>
      begin(organization, by => ({ action: 'apply', plan: findPlan(config['vault.path'], plan), by })),
    run: async name => runs.get(name) ?? null,
    idle: () => last,
    async close() {
      stop.abort()
      await last
    },
  }
}

const WAITING: DeskRun = {
  organization: null,
  state: 'waiting',
  outcome: null,
  message: null,
  plan: null,
  progress: null,
}

async function ended(run: () => Promise<RestoreAnswer>): Promise<Partial<DeskRun>> {
  try {
    const { state: outcome, message, plan = null } = restoreOutcome(await run())
    return { state: 'ended', outcome, message, plan }
  } catch (error) {
    const words =
      error instanceof DocvaultError ? [error.message, error.hint].filter(Boolean).join(': ') : null
    return { state: 'ended', outcome: 'failed', message: words ?? String(error) }
  }
}
