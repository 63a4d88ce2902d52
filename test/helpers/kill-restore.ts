/** Kills restores at random moments of their application, lets `--resume` go on, and shows what then stands there. */
import { docvault, type Run } from './docvault.ts'
import type { EmulatorProcess } from './emulator-process.ts'
import { comparableState } from './restoring.ts'

export interface KilledRestore {
  /** What stands in the target, ids and dates apart. */
  state: unknown
  /** Milliseconds between the last step and the kill. */
  afterMs: number
  /** Steps that were done before the kill. */
  stepsBefore: number
  code: number | null
  /** What the resumed run found left to do. */
  left: string[]
  /** One line each. */
  differences: string[]
}

const MOST_ATTEMPTS = 10

/** How long the application takes, and what stands there then. */
export async function wholeRestore(emulator: EmulatorProcess, env: Record<string, string>, profile: string) {
  const organization = await scratch(emulator, profile)
  const result = await docvault(restoreArgs(organization), { env })
  if (result.code !== 0) throw new Error(`ended with ${result.code}: ${result.stderr}`)
  return {
    state: await stateOf(emulator, organization),
    steps: stepsOf(result),
  }
}

export async function killedRestore(
  emulator: EmulatorProcess,
  env: Record<string, string>,
  profile: string,
  steps: number,
): Promise<KilledRestore> {
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
    const organization = await scratch(emulator, profile)
    const afterStep = Math.floor(Math.random() * (steps - 1)) + 1
    const afterMs = Math.random() * 12
    const killed = await killedAfter(restoreArgs(organization), env, afterStep, afterMs)
    const runs = await docvault(['restore', 'runs', '--json'], { env })
    const run = runs.events.findLast(one => one.message_type === 'run')
    // It was done, or not begun, when the kill came.
    if (killed.signal !== 'SIGKILL' || run?.target !== organization || run.state !== 'running') continue
    const next = await docvault(['restore', '--resume', String(run.id), '--json'], { env })
    const summary = next.events.findLast(one => one.message_type === 'summary')
    return {
      state: await stateOf(emulator, organization),
      afterMs: Math.round(afterMs),
      stepsBefore: stepsOf(killed),
      code: next.code,
      left: stepsLeft(next),
      differences: linesOf(summary),
    }
  }
  throw new Error(`${MOST_ATTEMPTS} restores could not be killed in the middle`)
}

function restoreArgs(organization: string): string[] {
  return ['restore', '1', '--to', organization, '--apply', '--yes', '--json']
}

async function scratch(emulator: EmulatorProcess, profile: string): Promise<string> {
  const made = await emulator.control('POST', 'create', { object: 'organization', set: { title: 'Scratch' } })
  const id = String(fieldOf(made, 'id'))
  if (profile === 'document')
    await emulator.control('POST', 'create', {
      object: 'space',
      set: { title: 'Template', organization: id },
    })
  return id
}

async function stateOf(emulator: EmulatorProcess, organization: string): Promise<unknown> {
  return comparableState(await emulator.control('GET', 'state'), organization)
}

function stepsOf({ events }: Run): number {
  return events.filter(one => one.type === 'step').length
}

function stepsLeft({ events }: Run): string[] {
  const steps = fieldOf(
    events.findLast(one => one.message_type === 'applied'),
    'steps',
  )
  if (!Array.isArray(steps)) return []
  return steps.map(
    one =>
      `${fieldOf(one, 'action')} ${fieldOf(one, 'kind')} ${fieldOf(one, 'label')}: ${fieldOf(one, 'reason')}`,
  )
}

function linesOf(summary: Record<string, unknown> | undefined): string[] {
  const differences = fieldOf(fieldOf(summary, 'verification'), 'differences')
  return Array.isArray(differences) ? differences.map(one => JSON.stringify(one)) : ['no summary']
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

/** Some milliseconds after a step was done. */
function killedAfter(
  args: readonly string[],
  env: Record<string, string>,
  step: number,
  afterMs: number,
): Promise<Run> {
  let pid = 0
  let seen = 0
  return docvault(args, {
    env,
    onStart: started => {
      pid = started
    },
    onOutput: text => {
      const before = seen
      seen += text.split('"type":"step"').length - 1
      if (before < step && seen >= step) killLater(pid, afterMs)
    },
  })
}

function killLater(pid: number, afterMs: number): void {
  setTimeout(() => {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It was done before.
    }
  }, afterMs)
}
