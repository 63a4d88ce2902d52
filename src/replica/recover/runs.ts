/**
 * Which runs a replica has, newest first. A manifest that is not signed by the vault's own key is passed over: whoever steals
 * the right to write can encrypt to a public key, and cannot sign. As of a time, what was stored later is not looked at.
 *
 * Where the store keeps versions, a manifest that was removed or replaced is read all the same, as it was before: the newest
 * runs are never removed by docvault itself.
 */
import { ReplicaUnusable } from '../errors.ts'
import { MANIFESTS, manifestKey, runOfManifest } from '../layout.ts'
import { type Manifest, parseManifest } from '../manifest.ts'
import { readReplicaFile } from '../replica-file.ts'
import type { ReplicaStore, StoredObject } from '../store.ts'
import { getOrNull, listedVersions } from '../versions.ts'

export interface ReplicaRuns {
  runs: Manifest[]
  /** Manifests that do not count, or not as they are now, with why. */
  passedOver: { key: string; why: string }[]
  /** Whose signatures were asked for; null: nobody said, so those of whom replica.json names. */
  trusted: boolean
}

export interface RunsOptions {
  /** Base64 of SPKI; null: nobody knows. */
  signer: string | null
  /** Milliseconds since the epoch. */
  asOf?: number | undefined
}

/** Throws ReplicaUnusable where there is no replica. */
export async function readRuns(store: ReplicaStore, { signer, asOf }: RunsOptions): Promise<ReplicaRuns> {
  const expected = signer ?? (await signerOf(store, asOf))
  const answer: ReplicaRuns = { runs: [], passedOver: [], trusted: signer !== null }
  for (const [run, versions] of await versionsByRun(store, asOf)) {
    const key = manifestKey(run)
    const [current] = versions
    // An older one was removed when its time was over.
    if (current?.removed && answer.runs.length > 0) continue
    const { manifest, why } = await newestOf(store, versions, { run, expected, asOf })
    if (manifest !== null) answer.runs.push(manifest)
    const removed = current?.removed && manifest !== null
    if (removed) answer.passedOver.push({ key, why: `${removedOn(current)}; it counts as it was before` })
    else if (why !== null)
      answer.passedOver.push({ key, why: manifest === null ? why : `${why}; it counts as it was before` })
  }
  return answer
}

function removedOn({ modifiedAt }: StoredObject): string {
  return `it was removed on ${new Date(modifiedAt).toISOString()}`
}

interface Expected {
  run: number
  expected: string | null
  asOf: number | undefined
}

/** The newest version that is the vault's own; with why the one that is there now is not. */
async function newestOf(
  store: ReplicaStore,
  versions: readonly StoredObject[],
  expected: Expected,
): Promise<{ manifest: Manifest | null; why: string | null }> {
  let first: string | null = null
  for (const version of versions) {
    const bytes = version.removed
      ? null
      : await getOrNull(store, version.key, { versionId: version.versionId })
    if (bytes === null) continue
    const manifest = parseManifest(bytes)
    const why = faultOf(manifest, expected)
    if (why === null) return { manifest, why: first }
    first ??= why
  }
  return { manifest: null, why: first }
}

function faultOf(manifest: Manifest | null, { run, expected, asOf }: Expected): string | null {
  if (manifest === null) return 'it is damaged, or was altered'
  if (manifest.run !== run) return `it is that of run ${manifest.run}`
  if (expected !== null && manifest.signer !== expected) return 'it is not signed by the key of this vault'
  if (asOf !== undefined && Date.parse(manifest.created) > asOf) return 'it says that it was made later'
  return null
}

/** Newest run first; of each the versions, newest first. */
async function versionsByRun(
  store: ReplicaStore,
  asOf: number | undefined,
): Promise<[number, StoredObject[]][]> {
  const runs = new Map<number, StoredObject[]>()
  for (const version of await listedVersions(store, MANIFESTS)) {
    const run = runOfManifest(version.key)
    if (run === null || (asOf !== undefined && version.modifiedAt > asOf)) continue
    runs.set(run, [...(runs.get(run) ?? []), version])
  }
  return [...runs].sort(([a], [b]) => b - a)
}

/** Null where replica.json is gone: the manifests say enough. */
async function signerOf(store: ReplicaStore, asOf: number | undefined): Promise<string | null> {
  try {
    return (await readReplicaFile(store, asOf))?.signer ?? null
  } catch (error) {
    if (error instanceof ReplicaUnusable) return null
    throw error
  }
}
