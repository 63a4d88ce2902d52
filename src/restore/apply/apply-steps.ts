/**
 * The steps of a plan, in their order. A step that the platform refuses is a failure of that step and of what stands
 * on it, and the rest goes on; a refused token, a lost connection or a signal ends the run, which can be resumed.
 */

import pMap from 'p-map'
import { DocvaultError, Interrupted } from '../../model/errors.ts'
import type { Kind } from '../../model/resource.ts'
import { ConnectionError, RateLimited, ServerError, Unauthorized } from '../../platform/errors.ts'
import type { PlannedStep, Step } from '../plan/steps.ts'
import { wordsOf } from './item-failures.ts'
import type { RestoreContext, RestoreSession } from './session.ts'

export interface Failure extends Omit<PlannedStep, 'reason' | 'phase' | 'requests'> {
  reason: string
}

export interface Note {
  kind: Kind
  source: string
  label: string
  words: string
}

export interface Outcome {
  done: number
  failures: Failure[]
  notes: Note[]
}

const SPACES_AT_ONCE = 2

/** What fills different spaces goes on side by side; whatever ends the run waits for the steps that are under way. */
export async function applySteps(
  session: RestoreSession,
  steps: readonly Step[],
  { notes, failures }: Pick<Outcome, 'notes' | 'failures'>,
  report: (done: number, step: Step) => void,
): Promise<Outcome> {
  const outcome: Outcome = { done: 0, failures, notes }
  for (const lanes of sideBySide(steps)) {
    const ended: unknown[] = []
    const applyLane = async (lane: readonly Step[]) => {
      for (const step of lane) {
        if (ended.length > 0) return
        await applyStep(session, step, outcome).catch(error => void ended.push(error))
        if (ended.length === 0) report(outcome.done, step)
      }
    }
    await pMap(lanes, applyLane, { concurrency: SPACES_AT_ONCE })
    if (ended.length > 0) throw ended[0]
  }
  return outcome
}

/** In their order: each list goes on beside those of its group. */
function sideBySide(steps: readonly Step[]): Step[][][] {
  const groups: Step[][] = []
  for (const step of steps) {
    const last = groups.at(-1)
    const [before] = last ?? []
    const isBeside = step.fills !== undefined && before?.fills !== undefined && before.phase === step.phase
    if (last && isBeside) last.push(step)
    else groups.push([step])
  }
  return groups.map(group => [...Map.groupBy(group, step => step.fills ?? step.name).values()])
}

async function applyStep(session: RestoreSession, step: Step, outcome: Outcome): Promise<void> {
  const { context, record } = session
  if (context.signal?.aborted) throw new Interrupted({ hint: resumeHint(context) })
  try {
    await step.run(session)
    outcome.done++
  } catch (error) {
    if (context.signal?.aborted) throw new Interrupted({ cause: error, hint: resumeHint(context) })
    if (endsAll(error)) throw error
    const { action, kind, source, label } = step
    outcome.failures.push({ action, kind, source, label, reason: adviceOf(error) })
    // What came of a write stands there already, or is not known.
    if (!(error instanceof DocvaultError)) record.stepFailed(step.name, error)
  }
}

/** What went wrong, and what to do. */
function adviceOf(error: unknown): string {
  const hint = error instanceof DocvaultError ? error.hint : undefined
  return hint === undefined ? wordsOf(error) : `${wordsOf(error)} (${hint})`
}

export function resumeHint({ run }: Pick<RestoreContext, 'run'>): string {
  return `\`docvault restore --resume ${run}\` goes on with it`
}

function endsAll(error: unknown): boolean {
  return (
    error instanceof Unauthorized ||
    error instanceof ConnectionError ||
    error instanceof ServerError ||
    error instanceof RateLimited
  )
}
