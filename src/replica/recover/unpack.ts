/** The objects of one run, opened and laid into a folder in their order. Whatever is not as the manifest says ends it. */
import { mkdir, open, truncate } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ReplicaDamaged } from '../errors.ts'
import { KEY_LISTS, PACKS } from '../layout.ts'
import type { Manifest, ManifestObject } from '../manifest.ts'
import { openEntries } from '../pack/envelope.ts'
import { type ContentsIndex, openIndex } from '../run/contents-index.ts'
import { openKeyList } from '../run/key-list.ts'
import type { ReplicaStore } from '../store.ts'
import { readWritten } from '../versions.ts'

export interface Opening {
  store: ReplicaStore
  manifest: Manifest
  identities: readonly string[]
  /** Told of each object that was removed or replaced since it was written, and of which an older version is read. */
  older?: (key: string) => void
  signal?: AbortSignal | undefined
}

/** Throws NoKeyFits, ReplicaDamaged. */
export async function readIndex(opening: Opening): Promise<ContentsIndex> {
  const [index] = opening.manifest.objects
  if (index === undefined) throw new ReplicaDamaged(`run ${opening.manifest.run} names no index`, HELP)
  return openIndex(opening.identities, await fetch(opening, index), index.key)
}

/** Only what the index names is written, at paths below the folder. */
export async function unpackInto(
  folder: string,
  opening: Opening,
  { index, progress }: { index: ContentsIndex; progress: (done: number, total: number) => void },
): Promise<void> {
  const keys = await readKeyLists(opening)
  const packs = opening.manifest.objects.filter(({ key }) => key.startsWith(PACKS))
  const total = packs.reduce((sum, { bytes }) => sum + bytes, 0)
  let done = 0
  for (const pack of packs) {
    opening.signal?.throwIfAborted()
    const identity = keys.get(pack.key)
    if (identity === undefined) throw new ReplicaDamaged(`no key list has the key of ${pack.key}`)
    for await (const { name, bytes } of openEntries([identity], await fetch(opening, pack), pack.key))
      await place(folder, { name, bytes }, index)
    done += pack.bytes
    progress(done, total)
  }
  for (const [path, size] of index.sizes) await truncate(join(folder, path), size)
}

async function readKeyLists(opening: Opening): Promise<Map<string, string>> {
  const keys = new Map<string, string>()
  for (const list of opening.manifest.objects.filter(({ key }) => key.startsWith(KEY_LISTS)))
    for (const [pack, identity] of await openKeyList(
      opening.identities,
      await fetch(opening, list),
      list.key,
    ))
      keys.set(pack, identity)
  return keys
}

/** Its bytes are those that the manifest names, whenever they were stored. */
async function fetch({ store, older }: Opening, object: ManifestObject): Promise<Buffer> {
  const found = await readWritten(store, object)
  if (typeof found === 'string') throw new ReplicaDamaged(`${object.key} of ${store.name} ${found}`, HELP)
  if (found.versionId !== null) older?.(object.key)
  return found.bytes
}

const HELP = {
  hint: 'an older run may do without it: `docvault recover FROM FOLDER --list` shows them, --as-of TIME takes one',
}

async function place(
  folder: string,
  { name, bytes }: { name: string; bytes: Buffer },
  { digests }: ContentsIndex,
): Promise<void> {
  const at = name.lastIndexOf('@')
  const [path, start] = [name.slice(0, at), Number(name.slice(at + 1))]
  // Also keeps out what would leave the folder: the index names paths of a vault.
  if (!digests.has(path) || !isBelow(path)) return
  const file = join(folder, path)
  await mkdir(dirname(file), { recursive: true })
  const handle = await open(file, 'a').then(async made => {
    await made.close()
    return open(file, 'r+')
  })
  try {
    await handle.write(bytes, 0, bytes.length, start)
  } finally {
    await handle.close()
  }
}

function isBelow(path: string): boolean {
  return path.split('/').every(part => part !== '' && part !== '.' && part !== '..')
}
