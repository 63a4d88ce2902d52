/** Restores for the web views: runs of the daemon's queue, and what it remembers of them. */
import { textOf } from '../model/fields.ts'
import type { PlatformView } from '../server/view.ts'
import type { DeskRun, RestoreDesk } from '../web/source.ts'

type Runs = Pick<PlatformView, 'trigger' | 'active' | 'runs' | 'queues'>

const JOB = 'restore'

export function makeRestoreDesk(runs: Runs): RestoreDesk {
  return {
    plan: ({ organization, restore }) => runs.trigger(JOB, { organization, restore }),
    apply: ({ organization, plan, mayDelete }) =>
      runs.trigger(JOB, { organization, restore: { plan, mayDelete } }),
    run: name => runIn(runs, name),
  }
}

async function runIn(runs: Runs, name: string): Promise<DeskRun | null> {
  const active = runs.active().find(({ run }) => run === name)
  if (active)
    return { ...UNENDED, organization: active.organization, state: active.state, progress: active.progress }
  const record = runs.runs().findLast(({ run, job }) => run === name && job === JOB)
  if (record) {
    const { organization, outcome, message, plan } = record
    return { organization, state: 'ended', outcome, message, plan, progress: null }
  }
  const bull = await runs.queues.runs.getJob(name)
  return bull ? { ...UNENDED, organization: textOf(bull.data.organization), state: 'waiting' } : null
}

const UNENDED = { outcome: null, message: null, plan: null, progress: null } as const
