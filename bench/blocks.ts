/**
 * The longest time for which a daemon's event loop answered nobody, job by job, as its own metric has it: the jobs in an order
 * in which each finds work, with all that the configuration can ask for; and the most CPU time of a turn, which is the figure to
 * compare where other processes keep the machine busy. A job that this table does not have is named.
 */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { jobs } from '../jobs/index.ts'
import { makeAgeKeyPair } from '../src/replica/keys/age.ts'
import { addRecipient } from '../src/replica/keys/manage.ts'
import { type DaemonProcess, startDaemonProcess } from '../test/helpers/daemon-process.ts'
import type { EmulatorProcess } from '../test/helpers/emulator-process.ts'
import { editPages } from './edits.ts'
import { usageOf } from './growth.ts'

interface Measuring {
  /** Spaces in which pages are edited before it. */
  edited?: number
  /** What it is given beside the organization. */
  data?: object
  /** What it plans is applied, and measured as well. */
  applies?: true
  /** Why it is measured only where `JOBS` names it. */
  onlyAsked?: string
}

const MEASURED: Readonly<Record<string, Measuring>> = {
  index: {},
  mirror: {},
  'audit-report': {},
  // Of a month without a night: what it reads is read in another process.
  'monthly-report': {},
  check: {},
  sync: { edited: 10 },
  backup: { edited: 100 },
  restore: { data: { snapshot: 'latest~1', request: { onConflict: 'update' } }, applies: true },
  forget: {},
  prune: {},
  compact: {},
  // After a compaction all of the vault is sent anew.
  replicate: {},
  drill: { onlyAsked: 'it takes longer than all the others together' },
}
const ASKED = process.env.JOBS?.split(',')
const TURNS = resolve(import.meta.dirname, 'turns.mjs')
const PLAN = /--plan ([0-9a-f]{64})/
const WITHIN_MS = 60 * 60_000
const METRIC = /^docvault_nodejs_eventloop_lag_max_seconds (\S+)$/m

/** A line for each job. What they write beside the vault goes into a folder of its own in the given one. */
export async function* longestBlocks(
  work: string,
  vault: string,
  emulator: EmulatorProcess,
): AsyncGenerator<string> {
  const folder = mkdtempSync(join(work, 'blocks-'))
  const turns = join(folder, 'turns')
  const daemon = await startDaemon({ folder, turns }, vault, emulator)
  try {
    for (const [job, measuring] of Object.entries(MEASURED))
      if (isAsked(job)) yield* measure(daemon, { job, measuring, emulator, turns })
  } finally {
    await daemon.kill('SIGTERM')
  }
  for (const { name } of jobs) if (!isAsked(name)) yield `${name} NOT MEASURED: ${reasonOf(name)}`
}

function isAsked(job: string): boolean {
  const measuring = MEASURED[job]
  return measuring !== undefined && (ASKED?.includes(job) ?? measuring.onlyAsked === undefined)
}

function reasonOf(job: string): string {
  const measuring = MEASURED[job]
  if (measuring === undefined) return 'bench/blocks.ts does not know it'
  return ASKED === undefined ? `${measuring.onlyAsked}; JOBS=${job} does` : 'JOBS leaves it out'
}

/** It has something to do for every job, and does nothing by itself but what follows a snapshot. */
async function startDaemon(
  { folder, turns }: { folder: string; turns: string },
  vault: string,
  emulator: EmulatorProcess,
): Promise<DaemonProcess> {
  const replica = join(folder, 'replica')
  const { recipient } = await makeAgeKeyPair()
  await addRecipient(vault, { name: 'bench', recipient }, Date.now())
  usageOf(['replicate', replica, '--init'], folder, vault)
  return startDaemonProcess({
    ...emulator.env,
    NODE_OPTIONS: `--import ${TURNS}`,
    DOCVAULT_TURNS: turns,
    DOCVAULT_VAULT_PATH: vault,
    DOCVAULT_DAEMON_PATH: join(folder, 'daemon'),
    DOCVAULT_AUDIT_FOLDER: join(folder, 'reports'),
    DOCVAULT_MIRROR_PATH: join(folder, 'mirror'),
    DOCVAULT_REPLICA_TARGETS: replica,
    DOCVAULT_RETENTION_KEEP_LAST: '1',
    DOCVAULT_RETENTION_READINGS: '0s',
    DOCVAULT_RETENTION_UNDO: '0s',
    DOCVAULT_RETENTION_GUARD: '100',
  })
}

interface Wish {
  job: string
  measuring: Measuring
  emulator: EmulatorProcess
  turns: string
}

async function* measure(daemon: DaemonProcess, wish: Wish): AsyncGenerator<string> {
  const { job, measuring, emulator, turns } = wish
  const { edited, data, applies } = measuring
  if (edited !== undefined) await editPages(emulator, edited, Date.now())
  // What follows the snapshot of the job before.
  await daemon.idle()
  await longestSince(daemon)
  writeFileSync(turns, '')
  const run = await daemon.trigger(job, emulator.organization, data)
  const { outcome, message } = await daemon.ended(ended => ended.run === run, WITHIN_MS)
  const longest = await longestSince(daemon)
  const cpu = Math.max(0, ...readFileSync(turns, 'utf8').split('\n').map(Number))
  const words = `event loop kept for ${longest.toFixed(0)} ms at most, ${cpu.toFixed(0)} ms of CPU`
  yield `${job} in the daemon: ${words}; ${outcome}: ${message}`
  const plan = applies && PLAN.exec(message)?.[1]
  if (plan) yield* measure(daemon, { ...wish, measuring: { data: { plan } } })
}

/** Milliseconds, since the last time that it was asked. */
async function longestSince(daemon: DaemonProcess): Promise<number> {
  const url = String(daemon.lines.find(line => typeof line.url === 'string')?.url)
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(METRIC.exec(text)?.[1] ?? Number.NaN) * 1000
}
