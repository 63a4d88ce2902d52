/** Kills backups at random moments and lets the next one go on, counting what the platform was asked for. */
import { docvault, type Run } from './docvault.ts'
import type { EmulatorProcess } from './emulator-process.ts'

export interface Whole {
  contents: string
  /** Bodies and files that the platform gave. */
  bodies: number
  durationMs: number
}

export async function uninterrupted(emulator: EmulatorProcess, vault: string): Promise<Whole> {
  await emulator.resetRequests()
  const started = performance.now()
  const result = await docvault(['backup', '--json'], { env: environment(emulator, vault) })
  return {
    contents: contentsOf(result),
    bodies: await bodiesOf(emulator),
    durationMs: performance.now() - started,
  }
}

export interface Outcome {
  contents: string
  /** Both runs together. */
  bodies: number
  /** When the kill came, in milliseconds after the start. */
  afterMs: number
  /** Whether the second run went on with the first one's snapshot. */
  resumed: boolean
  /** Damage that `check --read-data` finds afterwards. */
  findings: number
}

const MOST_ATTEMPTS = 20

/** One kill at a random moment, then one run to the end. `vault` names a folder for each attempt. */
export async function killAndResume(
  emulator: EmulatorProcess,
  vault: (attempt: number) => string,
  wholeMs: number,
): Promise<Outcome> {
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
    const env = environment(emulator, vault(attempt))
    const afterMs = Math.round(wholeMs * (0.05 + Math.random() * 0.9))
    await emulator.resetRequests()
    const killed = await docvault(['backup'], { env, onStart: pid => killLater(pid, afterMs) })
    // It was faster than its killer.
    if (killed.signal !== 'SIGKILL') continue
    const next = await docvault(['backup', '--json'], { env })
    const check = await docvault(['check', '--read-data', '--json'], { env })
    const findings = check.events.filter(
      one => one.message_type === 'finding' && one.severity === 'damage',
    ).length
    const resumed = next.events.some(one => one.message_type === 'begin' && one.resumed === true)
    return { contents: contentsOf(next), bodies: await bodiesOf(emulator), afterMs, resumed, findings }
  }
  throw new Error(`${MOST_ATTEMPTS} backups were done before they could be killed`)
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

function environment(emulator: EmulatorProcess, vault: string): Record<string, string> {
  return { ...emulator.env, DOCVAULT_VAULT_PATH: vault }
}

function contentsOf(result: Run): string {
  const summary = result.events.at(-1)
  if (result.code !== 0 || summary?.state !== 'complete')
    throw new Error(`ended with ${result.code}: ${result.stderr}`)
  return String(summary.contents)
}

async function bodiesOf(emulator: EmulatorProcess): Promise<number> {
  const { operations } = await emulator.requests()
  return Object.entries(operations)
    .filter(([name]) => /^(getPage|getDocument|download|getOpenAPISpecVersionContent)/.test(name))
    .reduce((sum, [, count]) => sum + count, 0)
}
