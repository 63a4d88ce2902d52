/**
 * What it costs to keep a vault elsewhere: thirty nights of real documentation are backed up, and after each the vault is sent
 * to a bucket by `docvault replicate`, by `restic backup` and by `rclone sync` of its folder. Prints bytes and requests that the
 * store received, on the first night and on all others together, and then the processor time that encrypting takes beside
 * `age`, on the same bytes. restic and docvault encrypt and keep earlier states; rclone does neither.
 *
 * Needs restic, rclone, age and GNU time. `SETS`, `NIGHTS` and `MIB` (of what is encrypted) change what is measured; `EACH=1`
 * prints every night.
 */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { encryptTo, makeAgeKeyPair } from '../src/replica/keys/age.ts'
import { addRecipient } from '../src/replica/keys/manage.ts'
import { replicate } from '../src/replica/run/replicate.ts'
import type { ReplicaStore } from '../src/replica/store.ts'
import { openS3Store } from '../src/replica/stores/s3.ts'
import { stateCount, writeState } from '../test/helpers/data-sets.ts'
import { startEmulatorProcess } from '../test/helpers/emulator-process.ts'
import { OWNER, type S3Server, startS3Server } from '../test/helpers/s3-server/server.ts'
import { testTarget } from '../test/helpers/s3-store.ts'
import { backUpInto } from './measure.ts'

const sets = process.env.SETS?.split(',') ?? ['elsa', 'pgsql-tw']
const nights = Number(process.env.NIGHTS ?? 30)
const mebibytes = Number(process.env.MIB ?? 64)
/** As replicas are sent. */
const PACK = 16 * 1024 * 1024
const execute = promisify(execFile)
const credentials = { AWS_ACCESS_KEY_ID: OWNER.id, AWS_SECRET_ACCESS_KEY: OWNER.secret }
const work = mkdtempSync(join(tmpdir(), 'docvault-bench-'))
const SYSTEMS = ['docvault', 'restic', 'rclone'] as const

interface Cost {
  bytes: number
  requests: number
}

type Costs = Record<(typeof SYSTEMS)[number], Cost>

try {
  for (const set of sets) await measure(set)
  await measureEncryption()
} finally {
  rmSync(work, { recursive: true, force: true })
}

async function measure(set: string): Promise<void> {
  const [state, vault] = [join(work, set, 'state'), join(work, set, 'vault')]
  const last = stateCount(set)
  const first = Math.max(1, last - nights + 1)
  writeState(set, first, state)
  const server = await startS3Server()
  const store = await openStores(server, join(work, set))
  const emulator = await startEmulatorProcess(['--load', `${set}=${state}`])
  const costs: Costs[] = []
  try {
    for (let night = first; night <= last; night++) {
      writeState(set, night, state)
      await emulator.control('POST', 'load', { space: set, folder: state })
      await backUpInto(vault, emulator)
      if (night === first)
        await addRecipient(vault, { name: 'bench', ...(await makeAgeKeyPair()) }, Date.now())
      costs.push(await sendNight(vault, server, store))
      if (process.env.EACH === '1') print(`${set} ${night}`, costs.slice(-1))
    }
  } finally {
    await store.close()
    await server.close()
    await emulator.stop()
  }
  print(`${set}, first night`, costs.slice(0, 1))
  print(`${set}, ${costs.length - 1} nights after it`, costs.slice(1))
}

async function openStores(server: S3Server, folder: string): Promise<ReplicaStore> {
  for (const name of ['bucket', 'restic', 'rclone']) server.createBucket(name)
  await restic(server, folder, ['init'])
  return openS3Store(testTarget(server))
}

async function sendNight(vault: string, server: S3Server, store: ReplicaStore): Promise<Costs> {
  const folder = join(vault, '..')
  return {
    docvault: await costOf(server, () => replicateTo(store, vault)),
    restic: await costOf(server, () => restic(server, folder, ['backup', vault])),
    rclone: await costOf(server, () => rclone(server, vault)),
  }
}

async function costOf({ requests }: S3Server, work: () => Promise<unknown>): Promise<Cost> {
  const before = requests.length
  await work()
  const made = requests.slice(before)
  return { requests: made.length, bytes: made.reduce((sum, { bytes }) => sum + bytes, 0) }
}

function replicateTo(store: ReplicaStore, vaultPath: string) {
  return replicate(store, {
    vaultPath,
    init: true,
    bytesPerSecond: null,
    distrusted: new Set(),
    keepMs: 21 * 86_400_000,
    now: Date.now,
    signal: undefined,
    progress: () => {},
  })
}

/** With its cache, as somebody runs it every night. */
function restic({ url }: S3Server, folder: string, args: readonly string[]) {
  const env = { RESTIC_REPOSITORY: `s3:${url}/restic`, RESTIC_PASSWORD: 'bench' }
  const options = {
    env: { PATH: process.env.PATH, ...credentials, ...env, RESTIC_CACHE_DIR: join(folder, 'cache') },
  }
  return execute('restic', ['-q', ...args], options)
}

function rclone({ url }: S3Server, vault: string) {
  const env = {
    RCLONE_CONFIG: '/dev/null',
    RCLONE_CONFIG_TEST_TYPE: 's3',
    RCLONE_CONFIG_TEST_PROVIDER: 'Other',
    RCLONE_CONFIG_TEST_ENV_AUTH: 'true',
    RCLONE_CONFIG_TEST_ENDPOINT: url,
    RCLONE_CONFIG_TEST_FORCE_PATH_STYLE: 'true',
  }
  // What docvault notes of its targets is no part of the vault.
  const args = ['sync', '-q', '--exclude', '/replica/targets/**', vault, 'test:rclone']
  return execute('rclone', args, { env: { PATH: process.env.PATH, ...credentials, ...env } })
}

function print(name: string, costs: readonly Costs[]): void {
  console.log(name)
  const sums = SYSTEMS.map(system => ({
    system,
    bytes: costs.reduce((sum, cost) => sum + cost[system].bytes, 0),
    requests: costs.reduce((sum, cost) => sum + cost[system].requests, 0),
  }))
  const [own] = sums
  for (const { system, bytes, requests } of sums)
    console.log(
      `  ${system.padEnd(9)} ${String(bytes).padStart(11)} bytes ${String(requests).padStart(6)} requests   docvault/it: ${((own?.bytes ?? 0) / bytes).toFixed(3)} of the bytes, ${((own?.requests ?? 0) / requests).toFixed(3)} of the requests`,
    )
}

async function measureEncryption(): Promise<void> {
  const { recipient } = await makeAgeKeyPair()
  const [file, cost] = [join(work, 'plain'), join(work, 'cost')]
  const bytes = randomBytes(mebibytes * 1024 * 1024)
  writeFileSync(file, bytes)
  await encryptTo([recipient], bytes.subarray(0, 1024 * 1024))
  const before = process.cpuUsage()
  for (let start = 0; start < bytes.length; start += PACK)
    await encryptTo([recipient], bytes.subarray(start, start + PACK))
  const { user, system } = process.cpuUsage(before)
  const own = (user + system) / 1e6
  await execute('/usr/bin/time', [
    '-o',
    cost,
    '-f',
    '%U %S',
    'age',
    '-r',
    recipient,
    '-o',
    join(work, 'sealed'),
    file,
  ])
  const age = readFileSync(cost, 'utf8')
    .trim()
    .split(' ')
    .map(Number)
    .reduce((sum, seconds) => sum + seconds, 0)
  console.log(
    `encrypting ${mebibytes} MiB: docvault ${own.toFixed(2)} s of processor, age ${age.toFixed(2)} s, docvault/age ${(own / age).toFixed(1)}`,
  )
}
