/** The longest time for which a daemon's event loop answered nobody, job by job, as its own metric has it. */
import { join } from 'node:path'
import { startDaemonProcess } from '../test/helpers/daemon-process.ts'

export interface Block {
  job: string
  outcome: string
  /** Milliseconds. */
  longest: number
}

const METRIC = /^docvault_nodejs_eventloop_lag_max_seconds (\S+)$/m
/** A drill of a large vault takes memory that few machines have: `JOBS=…,drill` asks for it. */
const JOBS = (process.env.JOBS ?? 'sync,backup,check,audit-report').split(',')
const WITHIN_MS = 60 * 60_000

export async function longestBlocks(
  folder: string,
  vault: string,
  emulator: { env: Record<string, string>; organization: string },
): Promise<Block[]> {
  const daemon = await startDaemonProcess({
    ...emulator.env,
    DOCVAULT_VAULT_PATH: vault,
    DOCVAULT_DAEMON_PATH: join(folder, 'daemon'),
    DOCVAULT_AUDIT_FOLDER: join(folder, 'reports'),
  })
  const url = String(daemon.lines.find(line => typeof line.url === 'string')?.url)
  // Each answer has what was since the one before.
  const longestSince = async () => {
    const text = await (await fetch(`${url}/metrics`)).text()
    return Number(METRIC.exec(text)?.[1] ?? Number.NaN) * 1000
  }
  try {
    const blocks: Block[] = []
    for (const job of JOBS) {
      await longestSince()
      const run = await daemon.trigger(job, emulator.organization)
      const { outcome } = await daemon.ended(ended => ended.run === run, WITHIN_MS)
      blocks.push({ job, outcome, longest: await longestSince() })
    }
    return blocks
  } finally {
    await daemon.kill('SIGTERM')
  }
}
