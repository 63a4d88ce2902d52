/**
 * The speed of a first backup, over a bare loop that reads the same URLs, recorded from a backup, with the same concurrency and throws the
 * bodies away. Both sides run in this process against the same emulator, alternately; prints the median of the ratios:
 * once as fast as the emulator answers on the loopback, where the processor is the limit, and once with a latency that
 * is still far below that of a platform on the internet.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'undici'
import { z } from 'zod'
import { settings } from '../config/settings.ts'
import { dataSets, writeState } from '../test/helpers/data-sets.ts'
import { startEmulatorProcess } from '../test/helpers/emulator-process.ts'
import { readSourceTree } from '../test/helpers/source-tree.ts'
import { backUpInto, median, type Target } from './measure.ts'

interface Asked {
  path: string
  status: number
}

/** Of the client's own channel. */
const answeredSchema = z.object({
  request: z.custom<{ path: string }>(value => typeof value === 'object'),
  response: z.object({ statusCode: z.number() }),
})

const rounds = Number(process.env.ROUNDS ?? 5)
const copies = Number(process.env.COPIES ?? 2)
const latencies = (process.env.LATENCIES ?? '0,10').split(',')
const concurrency = settings['platform.concurrency'].default
const work = mkdtempSync(join(tmpdir(), 'docvault-bench-'))

try {
  const set = largestSet()
  const loads = Array.from({ length: copies }, (_, copy) => [
    '--load',
    `${set} ${copy + 1}=${join(work, set)}`,
  ]).flat()
  for (const latency of latencies) {
    const emulator = await startEmulatorProcess([...loads, '--latency', latency])
    try {
      await compare(set, emulator, latency)
    } finally {
      await emulator.stop()
    }
  }
} finally {
  rmSync(work, { recursive: true, force: true })
}

async function compare(set: string, target: Target, latency: string): Promise<void> {
  const asked = await recorded(target)
  const ratios: number[] = []
  let pages = 0
  // The first round warms up both sides and is not counted.
  for (let round = 0; round <= rounds; round++) {
    const bareMs = await timed(() => readAll(asked, target))
    const vault = join(work, `vault-${latency}-${round}`)
    const backupMs = await timed(async () => {
      const summary = await backUpInto(vault, target)
      pages = summary.resources.page ?? 0
      if (summary.requests !== asked.length) {
        throw new Error(`the backup sent ${summary.requests} requests, the loop ${asked.length}`)
      }
    })
    rmSync(vault, { recursive: true })
    if (round > 0) ratios.push(bareMs / backupMs)
  }
  const shown = ratios.map(ratio => ratio.toFixed(2)).join(' ')
  console.log(
    `${copies} × ${set}: ${pages} pages, ${asked.length} requests, ${concurrency} at a time, latency ${latency} ms`,
  )
  console.log(`pages/s of a first backup over a bare loop: median ${median(ratios).toFixed(2)} (${shown})`)
}

function largestSet(): string {
  const sizes = dataSets().map(set => {
    writeState(set, 'last', join(work, set))
    return { set, pages: readSourceTree(join(work, set)).entries }
  })
  const largest = sizes.toSorted((a, b) => b.pages - a.pages)[0]
  if (!largest) throw new Error('there are no data sets')
  return largest.set
}

/** What a first backup asks for, in the order in which it asks, with what was answered. */
async function recorded(target: Target): Promise<Asked[]> {
  const asked = new Map<object, Asked>()
  const note = (message: unknown) => {
    const { request, response } = answeredSchema.parse(message)
    asked.set(request, { path: request.path, status: response.statusCode })
  }
  subscribe('undici:request:headers', note)
  const folder = join(work, 'recorded')
  const { requests } = await backUpInto(folder, target)
  unsubscribe('undici:request:headers', note)
  rmSync(folder, { recursive: true })
  if (requests !== asked.size) throw new Error(`${requests} requests were sent, ${asked.size} were seen`)
  return [...asked.values()]
}

async function readAll(asked: readonly Asked[], target: Target): Promise<void> {
  const pool = new Pool(new URL(target.url).origin, { connections: concurrency })
  const headers = { authorization: `Bearer ${target.token}` }
  let next = 0
  const reader = async () => {
    for (let one = asked[next++]; one !== undefined; one = asked[next++]) {
      const { path, status } = one
      const answer = await pool.request({ method: 'GET', path, headers })
      if (answer.statusCode !== status) throw new Error(`${path}: ${answer.statusCode} instead of ${status}`)
      await answer.body.arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: concurrency }, reader))
  await pool.close()
}

async function timed(task: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await task()
  return performance.now() - started
}
