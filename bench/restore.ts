/**
 * Pages a second of a restore, over the rate at which the same emulator takes the same writes from a bare loop.
 * Each round measures both, one after the other, on fresh organizations; the median of the ratios counts. The emulator
 * runs in a thread of its own, as a platform runs on a machine of its own. Measured is the applying with its journal:
 * planning before and reading back after are no writes, and the bare loop has nothing like them. The bare loop fills one
 * space after the other; a restore fills two at once.
 * ROUNDS; PAGES: of all spaces together; SPACES; LATENCY: milliseconds before each answer.
 */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { Pool } from 'undici'
import { backUp } from '../src/backup/backup.ts'
import { openPlatform, type Platform } from '../src/platform/client.ts'
import { resources } from '../src/resources/index.ts'
import { openListenerPublisher } from '../src/restore/publish/listener-publisher.ts'
import { applyRestore, planRestore } from '../src/restore/restore.ts'
import type { Restoring } from '../src/restore/restoring.ts'
import { type Scratches, withScratches } from '../src/restore/scratch.ts'
import { openVaultForWriting, type WritableVault } from '../src/vault/vault.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 7)
const PAGES = Number(process.env.PAGES ?? 400)
const SPACES = Number(process.env.SPACES ?? 1)
const LATENCY = Number(process.env.LATENCY ?? 0)
/** Pages in the order in which the bodies are written is the order in which they were made. */
const PAGE = /"page":"(\w{20})"/g
const settings = {
  formats: ['document', 'markdown'],
  markdown: 'with-documents' as const,
  markdownPerRun: 0,
  exact: true,
  exactEveryMs: 0,
  alsoRead: [],
  listsEveryMs: 0,
  rereadFrozenEveryMs: 0,
  maxDurationMs: 0,
  maxGaps: 0,
  knownSites: [],
  rounds: 3,
  shrinkGuardPercent: 0,
  shrinkGuardFrom: 10,
  concurrency: 8,
  spacesAtOnce: 4,
}

const work = mkdtempSync(join(tmpdir(), 'docvault-bench-restore-'))
const thread = new Worker(new URL('restore-emulator.ts', import.meta.url), {
  workerData: { pages: PAGES, spaces: SPACES, latencyMs: LATENCY },
})
const [emulator] = await once(thread, 'message')
const writes: { space: string; draft: string; body: unknown }[] = []
const platform = openPlatform(
  {
    url: emulator.url,
    token: emulator.token,
    concurrency: 8,
    attempts: 2,
    timeoutMs: 60_000,
    maxBodyBytes: 64 * 1024 * 1024,
    maxFileBytes: 64 * 1024 * 1024,
    maxRateLimitWaitMs: 0,
    allowPrivateAddresses: true,
    userAgent: 'docvault-bench',
  },
  { get: () => null, set: () => {} },
)
const vault = await openVaultForWriting(join(work, 'vault'))
const publisher = await openListenerPublisher({
  host: '127.0.0.1',
  port: 0,
  publicUrl: null,
  expiresMs: 60_000,
})
try {
  const organization = await platform.organizations.get(emulator.organization)
  const request = { platform, vault, resources, settings, organization, trigger: 'bench' }
  const { snapshot } = await backUp(request)
  const ratios: number[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const restored = await restoreRate(snapshot)
    const bare = await bareRate()
    const ratio = restored / bare
    // The first round warms up.
    if (round > 0) ratios.push(ratio)
    console.log(
      `round ${round}: restore ${restored.toFixed(0)} pages/s, bare loop ${bare.toFixed(0)} pages/s, ratio ${ratio.toFixed(2)}`,
    )
  }
  ratios.sort((a, b) => a - b)
  console.log(
    `median ratio ${ratios[Math.floor(ratios.length / 2)]?.toFixed(2)} of ${ratios.length} rounds, aim ${SPACES > 1 ? '0.80' : '0.76'}`,
  )
} finally {
  await publisher.close()
  await platform.close()
  await vault.close()
  await thread.terminate()
  rmSync(work, { recursive: true, force: true })
}

async function makeOrganization(title: string): Promise<string> {
  thread.postMessage(title)
  const [id] = await once(thread, 'message')
  return id
}

/** Notes what was written, for the bare loop. */
function restoreRate(snapshot: number): Promise<number> {
  return withScratches(scratches => rateOf(snapshot, scratches))
}

async function rateOf(snapshot: number, scratches: Scratches): Promise<number> {
  writes.length = 0
  const to = await makeOrganization('Target')
  const restoring: Restoring = {
    platform: recording(platform),
    source: vault,
    vault,
    request: { snapshot, to, onConflict: 'skip' },
    writer: 'auto',
    requestsPerSecond: 100,
    signal: undefined,
    report: () => {},
    scratches,
    now: () => performance.now(),
    readTarget: what => readTarget(vault, to, what),
  }
  const planned = await planRestore(restoring)
  const began = performance.now()
  const result = await applyRestore(restoring, planned, publisher, null)
  const [different] = [...result.outcome.failures.map(one => one.reason), ...result.verification.differences]
  if (different !== undefined) throw new Error(`the restore differs: ${JSON.stringify(different)}`)
  return PAGES / ((result.applied - began) / 1000)
}

async function readTarget(into: WritableVault, to: string, what: string) {
  const organization = await platform.organizations.get(to)
  return backUp({ platform, vault: into, resources, settings, organization, trigger: what })
}

function recording(of: Platform): Platform {
  const edit: Platform['changeRequests']['edit'] = (space, draft, body) => {
    writes.push({ space, draft, body })
    return of.changeRequests.edit(space, draft, body)
  }
  return { ...of, changeRequests: { ...of.changeRequests, edit } }
}

/** The same changes, into a space and draft of their own, ids put in place; nothing is read, kept or compared. */
async function bareRate(): Promise<number> {
  const to = await makeOrganization('Bare')
  const bySpace = Map.groupBy(writes, one => one.space)
  const bodies = [...bySpace.values()].map(of => of.map(one => JSON.stringify(one.body)))
  const pool = new Pool(new URL(emulator.url).origin, { connections: 1 })
  const began = performance.now()
  for (const of of bodies) await fillBare(pool, to, of)
  const rate = PAGES / ((performance.now() - began) / 1000)
  await pool.close()
  return rate
}

async function fillBare(pool: Pool, organization: string, bodies: readonly string[]): Promise<void> {
  const old = bodies.flatMap(body => [...body.matchAll(PAGE)].map(match => match[1] ?? ''))
  const ids = new Map<string, string>()
  const made = await post(pool, `/orgs/${organization}/spaces`, '{"title":"Bench"}')
  const draft = await post(pool, `/spaces/${made.id}/change-requests`, '{"subject":"bare"}')
  for (const body of bodies) {
    const sent = body.replace(PAGE, (whole, id) => whole.replace(id, ids.get(id) ?? id))
    const answer = await post(
      pool,
      `/spaces/${made.id}/change-requests/${draft.id}/content?compat=false`,
      sent,
    )
    for (const one of answer.changes ?? []) if (one.page) ids.set(old.shift() ?? '', one.page.id)
  }
  await post(pool, `/spaces/${made.id}/change-requests/${draft.id}/merge`, '{}')
}

async function post(pool: Pool, path: string, body: string) {
  const answer = await pool.request({
    method: 'POST',
    path: `/v1${path}`,
    headers: { authorization: `Bearer ${emulator.token}`, 'content-type': 'application/json' },
    body,
  })
  const text = await answer.body.text()
  if (answer.statusCode >= 300) throw new Error(`${path}: ${answer.statusCode} ${text}`)
  return JSON.parse(text)
}
