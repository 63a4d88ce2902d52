/**
 * A vault out of a replica, in a folder that was empty. It is made beside its place, every digest is compared, everything in it
 * is read as a check reads it, and only then it has its name: a folder that is called so is a vault that was proved.
 */
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readdirSync } from 'node:fs'
import { mkdir, rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { makeFolders, syncPath } from '../../model/durable-file.ts'
import { UsageError } from '../../model/errors.ts'
import { checkVaultAt, type Finding } from '../../vault/vault.ts'
import { ReplicaDamaged, ReplicaUnusable } from '../errors.ts'
import type { Manifest } from '../manifest.ts'
import type { ContentsIndex } from '../run/contents-index.ts'
import type { ReplicaStore } from '../store.ts'
import { type ReplicaRuns, readRuns } from './runs.ts'
import { type Opening, readIndex, unpackInto } from './unpack.ts'

export interface RecoverProgress {
  phase: 'fetching' | 'comparing' | 'checking'
  done: number
  total: number
}

export interface RecoverOptions {
  identities: readonly string[]
  /** Who signs; null: nobody knows. Base64 of SPKI. */
  signer: string | null
  /** The newest run of then, and nothing that was stored later. Milliseconds since the epoch. */
  asOf?: number | undefined
  /** The newest run that has this snapshot. */
  snapshot?: number | undefined
  /** This one. */
  run?: number | undefined
  signal?: AbortSignal | undefined
  progress: (progress: RecoverProgress) => void
}

export interface RecoverReport extends Pick<ReplicaRuns, 'passedOver' | 'trusted'> {
  run: number
  /** ISO 8601, UTC. */
  created: string
  files: number
  snapshots: number
  /** Objects that were removed or replaced since they were written, and of which an older version was read. */
  older: number
  /** What the vault did not have when it was replicated. */
  missing: readonly string[]
  /** What a check of the recovered vault found. */
  findings: Finding[]
}

/** Throws UsageError for a folder that is not empty, NoKeyFits, ReplicaDamaged, ReplicaUnusable. */
export async function recoverInto(
  folder: string,
  store: ReplicaStore,
  options: RecoverOptions,
): Promise<RecoverReport> {
  assertEmpty(folder)
  const { runs, ...said } = await readRuns(store, options)
  const older = new Set<string>()
  const { manifest, index } = await chooseRun({ store, older: key => older.add(key) }, runs, options)
  makeFolders(folder)
  const part = join(folder, PART)
  await rm(part, { recursive: true, force: true })
  // A vault without large files has the folder for them all the same.
  await mkdir(join(part, 'files'), { recursive: true, mode: 0o700 })
  const { progress } = options
  await unpackInto(
    part,
    { ...options, store, manifest, older: key => older.add(key) },
    { index, progress: (done, total) => progress({ phase: 'fetching', done, total }) },
  )
  await assertDigests(part, index, options)
  const findings = await checkAll(part, options)
  await moveUp(part, folder)
  return {
    ...said,
    run: manifest.run,
    created: manifest.created,
    files: index.digests.size,
    snapshots: index.snapshots.length,
    older: older.size,
    missing: index.missing,
    findings,
  }
}

/** The catalog and what says that this is a vault come last: cut off before, it is none. */
async function moveUp(part: string, folder: string): Promise<void> {
  const last = ['catalog.db', 'docvault-vault']
  const order = (name: string) => last.indexOf(name)
  for (const name of readdirSync(part).sort((a, b) => order(a) - order(b)))
    await rename(join(part, name), join(folder, name))
  await rmdir(part)
  syncPath(folder)
}

/** In the folder that is asked for: another disk than its own would not do. */
const PART = '.recovering'

function assertEmpty(folder: string): void {
  if (!existsSync(folder)) return
  const foreign = readdirSync(folder).find(name => name !== PART && name !== 'lost+found')
  if (foreign === undefined) return
  throw new UsageError(`${folder} is not empty: it holds ${foreign}`, {
    hint: 'name a folder that is not there yet, or is empty; nothing was changed',
  })
}

export interface ChosenRun {
  manifest: Manifest
  index: ContentsIndex
}

async function chooseRun(
  from: Pick<Opening, 'store' | 'older'>,
  runs: readonly Manifest[],
  { identities, snapshot, run, asOf, signal }: RecoverOptions,
): Promise<ChosenRun> {
  const wanted = run === undefined ? runs : runs.filter(manifest => manifest.run === run)
  for (const manifest of wanted) {
    const index = await readIndex({ ...from, manifest, identities, signal })
    if (snapshot === undefined || index.snapshots.some(kept => kept.snapshot === snapshot))
      return { manifest, index }
  }
  const of = asOf === undefined ? '' : ` as of ${new Date(asOf).toISOString()}`
  throw new ReplicaUnusable(
    wanted.length === 0 || snapshot === undefined
      ? `${from.store.name} has no run that can be recovered${of}`
      : `no run of ${from.store.name}${of} has snapshot ${snapshot}`,
    { hint: '`docvault recover FROM FOLDER --list` shows what there is' },
  )
}

async function assertDigests(
  folder: string,
  { digests }: ContentsIndex,
  { progress, signal }: RecoverOptions,
): Promise<void> {
  let done = 0
  for (const [path, digest] of digests) {
    signal?.throwIfAborted()
    if ((await digestOrNull(join(folder, path))) !== digest)
      throw new ReplicaDamaged(`${path} came out of the replica otherwise than it went in`, {
        hint: `what was recovered is in ${folder}, and is not to be trusted; an older run may do (--list, --as-of)`,
      })
    progress({ phase: 'comparing', done: ++done, total: digests.size })
  }
}

async function digestOrNull(file: string): Promise<string | null> {
  if (!existsSync(file)) return null
  const sum = createHash('sha256')
  await pipeline(createReadStream(file), sum)
  syncPath(file)
  return sum.digest('hex')
}

async function checkAll(folder: string, { progress, signal }: RecoverOptions): Promise<Finding[]> {
  const findings: Finding[] = []
  const report = (done: number, total: number) => progress({ phase: 'checking', done, total })
  for await (const finding of checkVaultAt(folder, { readData: true, signal, progress: report }))
    findings.push(finding)
  return findings
}
