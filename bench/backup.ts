/**
 * The speed of a first backup, over a bare loop that reads the same URLs with the same concurrency and throws the
 * bodies away. Both sides run in this process against the same emulator, alternately; prints the median of the ratios:
 * once as fast as the emulator answers on the loopback, where the processor is the limit, and once with a latency that
 * is still far below that of a platform on the internet.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'undici'
import { settings } from '../config/settings.ts'
import { dataSets, writeState } from '../test/helpers/data-sets.ts'
import { startEmulatorProcess } from '../test/helpers/emulator-process.ts'
import { readSourceTree } from '../test/helpers/source-tree.ts'
import { backUpInto, median, type Target } from './measure.ts'

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
  const urls = await urlsOf(target)
  const ratios: number[] = []
  let pages = 0
  // The first round warms up both sides and is not counted.
  for (let round = 0; round <= rounds; round++) {
    const bareMs = await timed(() => readAll(urls, target))
    const vault = join(work, `vault-${latency}-${round}`)
    const backupMs = await timed(async () => {
      const summary = await backUpInto(vault, target)
      pages = summary.resources.page ?? 0
      if (summary.requests !== urls.length) {
        throw new Error(`the backup sent ${summary.requests} requests, the loop ${urls.length}`)
      }
    })
    rmSync(vault, { recursive: true })
    if (round > 0) ratios.push(bareMs / backupMs)
  }
  const shown = ratios.map(ratio => ratio.toFixed(2)).join(' ')
  console.log(
    `${copies} × ${set}: ${pages} pages, ${urls.length} requests, ${concurrency} at a time, latency ${latency} ms`,
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

/** What a first backup asks for: the lists, then for each space its revision, its bodies in both formats, its files. */
async function urlsOf(target: Target): Promise<string[]> {
  const { organization, lists } = await listUrls(target)
  const { items } = await get(target, `/v1/orgs/${organization}/spaces?limit=1000`)
  const urls = [...lists]
  for (const space of items) {
    const tree = `/v1/spaces/${space.id}/revisions/${space.revision}`
    const revision = await get(target, `${tree}?metadata=true&computed=false`)
    urls.push(`${tree}?metadata=true&computed=false`)
    for (const page of flatten(revision.pages)) {
      if (!page.documentId) continue
      urls.push(`/v1/spaces/${space.id}/documents/${page.documentId}`)
      urls.push(`${tree}/page/${page.id}?format=markdown&evaluated=false&metadata=false&computed=false`)
    }
    for (const content of revision.reusableContents ?? []) {
      if (content.document) urls.push(`/v1/spaces/${space.id}/documents/${content.document}`)
    }
    for (const file of revision.files)
      urls.push(new URL(file.downloadURL).pathname + new URL(file.downloadURL).search)
  }
  return urls
}

async function listUrls(target: Target): Promise<{ organization: string; lists: string[] }> {
  const { items } = await get(target, '/v1/orgs?limit=1000')
  const organization = String(items[0]?.id)
  const below = ['members', 'teams', 'openapi', 'translations', 'collections', 'spaces']
  const lists = ['/v1/orgs?limit=1000', ...below.map(one => `/v1/orgs/${organization}/${one}?limit=1000`)]
  const teams = await get(target, `/v1/orgs/${organization}/teams?limit=1000`)
  for (const team of teams.items) lists.push(`/v1/orgs/${organization}/teams/${team.id}/members?limit=1000`)
  return { organization, lists }
}

// The emulator's answers, only as far as this script looks into them.
interface Answer {
  items: { id: string; revision: string }[]
  pages: Node[]
  files: { downloadURL: string }[]
  reusableContents?: { document?: string }[]
}
interface Node {
  id: string
  documentId?: string
  pages?: Node[]
}

async function get(target: Target, path: string): Promise<Answer> {
  const answer = await fetch(new URL(path, target.url), {
    headers: { authorization: `Bearer ${target.token}` },
  })
  const body: unknown = await answer.json()
  const isAnswer = (value: unknown): value is Answer => answer.ok && typeof value === 'object'
  if (!isAnswer(body)) throw new Error(`${path}: ${answer.status}`)
  return body
}

function flatten(pages: readonly Node[]): Node[] {
  return pages.flatMap(page => [page, ...flatten(page.pages ?? [])])
}

async function readAll(urls: readonly string[], target: Target): Promise<void> {
  const pool = new Pool(new URL(target.url).origin, { connections: concurrency })
  const headers = { authorization: `Bearer ${target.token}` }
  let next = 0
  const reader = async () => {
    for (let path = urls[next++]; path !== undefined; path = urls[next++]) {
      const answer = await pool.request({ method: 'GET', path, headers })
      if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode}`)
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
