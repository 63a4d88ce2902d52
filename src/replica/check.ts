/**
 * Whether a target has what its manifests name, without any key: by names and sizes, by the digests that the store computed
 * where it tells them, and with its data read by SHA-256. That what is inside can be opened, only a recovery proves.
 */
import { ReplicaUnusable } from './errors.ts'
import { manifestKey } from './layout.ts'
import { type LocksOptions, type ReplicaLocks, readLocks } from './locks.ts'
import type { Manifest, ManifestObject } from './manifest.ts'
import { readRuns } from './recover/runs.ts'
import type { ReplicaStore, StoredObject } from './store.ts'
import { DAMAGED, findWritten, MISSING, readWritten } from './versions.ts'

export interface ReplicaFinding {
  /** Replaced: it was removed or written over, and the version of before is whole. */
  code:
    | 'replica-missing'
    | 'replica-damaged'
    | 'replica-replaced'
    | 'replica-run-invalid'
    | 'replica-run-missing'
  key: string
  /** Which need it. */
  runs: number[]
  message: string
}

export interface ReplicaCheck {
  target: string
  /** Newest first; those that are signed by the vault. */
  runs: { run: number; created: string }[]
  objects: number
  /** Of them together. */
  bytes: number
  /** Bytes that were read and hashed. */
  read: number
  findings: ReplicaFinding[]
  /** Of what the newest run needs; null: nothing there is locked, and nothing is to be. */
  locks: ReplicaLocks | null
}

export interface ReplicaCheckOptions {
  /** Who signs; null: as replica.json says. Base64 of SPKI. */
  signer: string | null
  /** Runs that have to be there, with the SHA-256 of their manifests, as far as it is known here. Asked for again after a list. */
  known: () => ReadonlyMap<number, string>
  /** Reads every object and hashes it. */
  readData: boolean
  /** Absent: nobody asks for them. */
  locks?: LocksOptions
  /** Part n of m, 1-based, of what is read. */
  subset: { n: number; m: number } | null
  signal: AbortSignal | undefined
  /** Objects. */
  progress: (done: number, total: number) => void
}

/** Throws ReplicaUnusable where there is no replica. */
export async function checkReplica(store: ReplicaStore, options: ReplicaCheckOptions): Promise<ReplicaCheck> {
  const known = options.known()
  const { runs, passedOver } = await readRuns(store, options)
  if (runs.length === 0 && passedOver.length === 0)
    throw new ReplicaUnusable(`there is no replica at ${store.name}`, {
      hint: 'is the disk mounted, and the path right?',
    })
  const present = new Map<string, StoredObject>()
  for await (const object of store.list('')) present.set(object.key, object)
  const locks = await locksOf(store, runs[0], options)
  for (const object of locks?.heads ?? []) present.set(object.key, object)
  const named = namedObjects(runs)
  const answer: ReplicaCheck = {
    target: store.name,
    runs: runs.map(({ run, created }) => ({ run, created })),
    objects: named.size,
    bytes: 0,
    read: 0,
    locks: locks?.report ?? null,
    findings: [
      ...passedOver.map(({ key, why }) => ({
        code: 'replica-run-invalid' as const,
        key,
        runs: [],
        message: `${key} does not count: ${why}`,
      })),
      ...missingRuns(present, known, options.known()),
    ],
  }
  let done = 0
  for (const [key, { object, of }] of named) {
    options.signal?.throwIfAborted()
    const isRead = options.readData && isOfPart(done, options.subset)
    const fault = await faultOf(store, object, { found: present.get(key), isRead })
    if (fault !== null)
      answer.findings.push({
        code: codeOf(fault),
        key,
        runs: of,
        message: `${key} ${fault.what}${consequenceOf(fault, of)}`,
      })
    answer.bytes += object.bytes
    if (isRead) answer.read += object.bytes
    options.progress(++done, named.size)
  }
  return answer
}

function codeOf({ what, recoverable }: { what: string; recoverable: boolean }): ReplicaFinding['code'] {
  if (recoverable) return 'replica-replaced'
  return what === MISSING ? 'replica-missing' : 'replica-damaged'
}

function consequenceOf({ recoverable }: { recoverable: boolean }, runs: readonly number[]): string {
  if (recoverable) return ': an older version of it is whole, and a recovery reads that'
  return runs.length === 0 ? '' : `: run ${runs.join(', ')} cannot be recovered`
}

interface Named {
  object: ManifestObject
  of: number[]
}

/** The same key may not mean two things: what an older run says of it is compared as well. */
function namedObjects(runs: readonly Manifest[]): Map<string, Named> {
  const named = new Map<string, Named>()
  for (const { run, objects } of runs)
    for (const object of objects) {
      const known = named.get(object.key)
      if (known === undefined) named.set(object.key, { object, of: [run] })
      else known.of.push(run)
    }
  // Replaced now and then: only the newest run knows how they are. No recovery needs them.
  for (const object of runs[0]?.beside ?? []) named.set(object.key, { object, of: [] })
  return named
}

/** What was swept meanwhile is not missing. */
function missingRuns(
  present: ReadonlyMap<string, StoredObject>,
  ...known: ReadonlyMap<number, string>[]
): ReplicaFinding[] {
  const [before = new Map(), after = new Map()] = known
  return [...before.keys()]
    .filter(run => after.has(run) && !present.has(manifestKey(run)))
    .map(run => ({
      code: 'replica-run-missing',
      key: manifestKey(run),
      runs: [run],
      message: `${manifestKey(run)} is missing: run ${run} cannot be found any more`,
    }))
}

async function locksOf(
  store: ReplicaStore,
  newest: Manifest | undefined,
  { locks, signal }: ReplicaCheckOptions,
): ReturnType<typeof readLocks> {
  return locks === undefined ? null : readLocks(store, newest, { ...locks, signal })
}

/** Null: it is as it was written. */
async function faultOf(
  store: ReplicaStore,
  object: ManifestObject,
  { found, isRead }: { found: StoredObject | undefined; isRead: boolean },
): Promise<{ what: string; recoverable: boolean } | null> {
  const what = found === undefined ? MISSING : otherwise(found, object)
  if (what !== null) return { what, recoverable: (await olderVersion(store, object, isRead)) !== null }
  if (!isRead) return null
  const read = await readWritten(store, object)
  if (typeof read === 'string') return { what: read, recoverable: false }
  return read.versionId === null ? null : { what: DAMAGED, recoverable: true }
}

function otherwise(found: StoredObject, { bytes, sha256 }: ManifestObject): string | null {
  if (found.size !== bytes) return `has ${found.size} bytes instead of ${bytes}`
  const isOther = found.sha256 !== undefined && found.sha256 !== sha256
  return isOther ? 'has another SHA-256, by the word of the store' : null
}

/** As far as the store tells, or read. */
async function olderVersion(
  store: ReplicaStore,
  object: ManifestObject,
  isRead: boolean,
): Promise<string | null> {
  if (!isRead) return (await findWritten(store, object))?.versionId ?? null
  const read = await readWritten(store, object)
  return typeof read === 'string' ? null : read.versionId
}

function isOfPart(index: number, subset: { n: number; m: number } | null): boolean {
  return subset === null || index % subset.m === subset.n - 1
}

/** Keys that a repair has to write anew: what the newest run needs, with that run, and runs that do not count. */
export function harmedKeys({ findings, runs: [newest] }: ReplicaCheck): Set<string> {
  const invalid = findings.filter(({ code, runs }) => code.startsWith('replica-run-') || runs.length === 0)
  const harmed = findings.filter(({ runs }) => newest !== undefined && runs.includes(newest.run))
  return new Set([
    ...[...invalid, ...harmed].map(({ key }) => key),
    ...(harmed.length > 0 && newest ? [manifestKey(newest.run)] : []),
  ])
}
