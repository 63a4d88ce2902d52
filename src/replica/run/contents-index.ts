/**
 * What a vault consists of as of one run, for whoever has a key: digests in the form that `sha256sum -c` takes, the sizes of
 * files that may have become shorter, and the snapshots.
 */
import { z } from 'zod'
import { isSealed } from '../../model/snapshot.ts'
import type { VaultCopy } from '../../vault/vault.ts'
import { openEntries, sealEntries } from '../pack/envelope.ts'

const snapshotSchema = z.object({
  snapshot: z.int(),
  organization: z.string(),
  title: z.string(),
  state: z.string(),
  started: z.string(),
  digest: z.string().nullable(),
})
export type ReplicatedSnapshot = z.infer<typeof snapshotSchema>

export interface ContentsIndex {
  /** SHA-256 by path. */
  digests: ReadonlyMap<string, string>
  /** Bytes by path; of files that are not named by what they hold. */
  sizes: ReadonlyMap<string, number>
  /** Files that the catalog names and that the vault did not have. */
  missing: readonly string[]
  /** Oldest first. */
  snapshots: readonly ReplicatedSnapshot[]
}

const NAMES = { digests: 'SHA256SUMS', sizes: 'SIZES', missing: 'MISSING', snapshots: 'snapshots.json' }

export function sealIndex(recipients: readonly string[], index: ContentsIndex): Promise<Buffer> {
  const texts = {
    [NAMES.digests]: [...index.digests].map(([path, digest]) => `${digest}  ${path}\n`).join(''),
    [NAMES.sizes]: [...index.sizes].map(([path, size]) => `${size} ${path}\n`).join(''),
    [NAMES.missing]: index.missing.map(path => `${path}\n`).join(''),
    [NAMES.snapshots]: `${JSON.stringify(index.snapshots)}\n`,
  }
  return sealEntries(
    recipients,
    Object.entries(texts).map(([name, text]) => ({ name, bytes: Buffer.from(text) })),
  )
}

/** Throws NoKeyFits. */
export async function openIndex(
  identities: readonly string[],
  bytes: Buffer,
  name: string,
): Promise<ContentsIndex> {
  const texts = new Map<string, string>()
  for await (const entry of openEntries(identities, bytes, name)) texts.set(entry.name, String(entry.bytes))
  const linesOf = (entry: string) => (texts.get(entry) ?? '').split('\n').filter(line => line !== '')
  const pairs = (entry: string, between: string) =>
    linesOf(entry).map((line): [string, string] => {
      const at = line.indexOf(between)
      return [line.slice(0, at), line.slice(at + between.length)]
    })
  return {
    digests: new Map(pairs(NAMES.digests, '  ').map(([digest, path]) => [path, digest])),
    sizes: new Map(pairs(NAMES.sizes, ' ').map(([size, path]) => [path, Number(size)])),
    missing: linesOf(NAMES.missing),
    snapshots: z.array(snapshotSchema).parse(JSON.parse(texts.get(NAMES.snapshots) ?? '[]')),
  }
}

/** Those that can be read, pruned ones left out. */
export function snapshotsOf({ vault }: Pick<VaultCopy, 'vault'>): ReplicatedSnapshot[] {
  return vault
    .markedMoments()
    .filter(isSealed)
    .map(({ snapshot, organization, organizationTitle: title, state, started }) => ({
      snapshot,
      organization,
      title,
      state,
      started,
      digest: vault.digestOf(snapshot) || null,
    }))
}
