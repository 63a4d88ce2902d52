/**
 * Which runs a replica has, newest first. A manifest that is not signed by the vault's own key is passed over: whoever steals
 * the right to write can encrypt to a public key, and cannot sign. As of a time, what was stored later is not looked at.
 */
import { ReplicaUnusable } from '../errors.ts'
import { MANIFESTS, manifestKey, runOfManifest } from '../layout.ts'
import { type Manifest, parseManifest } from '../manifest.ts'
import { getOrNull, readReplicaFile } from '../replica-file.ts'
import type { ReplicaStore } from '../store.ts'

export interface ReplicaRuns {
  runs: Manifest[]
  /** Manifests that do not count, with why. */
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
  const expected = signer ?? (await signerOf(store))
  const answer: ReplicaRuns = { runs: [], passedOver: [], trusted: signer !== null }
  for (const run of await numbersOf(store, asOf)) {
    const key = manifestKey(run)
    const bytes = await getOrNull(store, key, asOf)
    if (bytes === null) continue
    const manifest = parseManifest(bytes)
    const why = faultOf(manifest, { run, expected, asOf })
    if (why !== null) answer.passedOver.push({ key, why })
    else if (manifest !== null) answer.runs.push(manifest)
  }
  return answer
}

function faultOf(
  manifest: Manifest | null,
  { run, expected, asOf }: { run: number; expected: string | null; asOf: number | undefined },
): string | null {
  if (manifest === null) return 'it is damaged, or was altered'
  if (manifest.run !== run) return `it is that of run ${manifest.run}`
  if (expected !== null && manifest.signer !== expected) return 'it is not signed by the key of this vault'
  if (asOf !== undefined && Date.parse(manifest.created) > asOf) return 'it says that it was made later'
  return null
}

async function numbersOf(store: ReplicaStore, asOf: number | undefined): Promise<number[]> {
  const runs = new Set<number>()
  for await (const { key, modifiedAt, removed } of store.list(MANIFESTS, { versions: asOf !== undefined })) {
    const run = runOfManifest(key)
    if (run === null || removed || (asOf !== undefined && modifiedAt > asOf)) continue
    runs.add(run)
  }
  return [...runs].sort((a, b) => b - a)
}

/** Null where replica.json is gone: the manifests say enough. */
async function signerOf(store: ReplicaStore): Promise<string | null> {
  try {
    return (await readReplicaFile(store))?.signer ?? null
  } catch (error) {
    if (error instanceof ReplicaUnusable) return null
    throw error
  }
}
