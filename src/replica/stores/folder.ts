/**
 * A folder as the target: another disk, or a network mount. An object is a file that appears under its name when it is whole
 * and on the disk: written below `tmp/`, synced, moved, and the folder synced. It has neither locks nor versions.
 */
import { randomUUID } from 'node:crypto'
import type { Dirent, Stats } from 'node:fs'
import { link, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { digestOf } from '../../model/digest.ts'
import { makeFolders } from '../../model/durable-file.ts'
import {
  ChecksumMismatch,
  ObjectAbsent,
  ObjectExists,
  TargetFull,
  TargetReadOnly,
  TargetRefused,
  TargetUnreachable,
} from '../errors.ts'
import type { GetOptions, PutOptions, ReplicaStore, StoredObject } from '../store.ts'
import { assertKey } from './key.ts'

const TEMPORARY = 'tmp'
/** What a killed writer left in the making. */
const FORSAKEN_MS = 24 * 60 * 60_000

/** Never makes the folder itself before something is put: it may be a disk that is not mounted. */
export function openFolderStore(root: string): ReplicaStore {
  const named = <T>(key: string, work: () => Promise<T>) => withNamedErrors(root, key, work)
  return {
    name: root,
    put: async (key, bytes, options) => {
      await named(key, () => put(root, { key, bytes }, options))
      return {}
    },
    get: (key, options = {}) => named(key, () => get(root, key, options)),
    head: key => named(key, () => objectAt(root, key)),
    async *list(prefix) {
      // Only the folder that the prefix names is gone through.
      const above = prefix.slice(0, prefix.lastIndexOf('/') + 1)
      for (const key of await named(prefix, () => keysBelow(root, above))) {
        if (!key.startsWith(prefix)) continue
        const object = await named(key, () => objectAt(root, key))
        if (object !== null) yield object
      }
    },
    remove: key => named(key, () => remove(root, key)),
    extendLock: async () => {},
    probe: async () => ({ conditionalCreate: true, locks: false, versions: false, checksums: false }),
    close: async () => {},
  }
}

async function put(
  root: string,
  { key, bytes }: { key: string; bytes: Uint8Array },
  { sha256, ifAbsent, ifTag }: PutOptions,
): Promise<void> {
  if (digestOf(bytes) !== sha256) throw new ChecksumMismatch(root, key)
  const file = pathOf(root, key)
  makeFolders(dirname(file))
  const part = await writeAside(root, bytes)
  try {
    if (ifTag !== undefined) await replace(root, { key, part, tag: ifTag })
    else if (ifAbsent) await create(root, key, part)
    else await rename(part, file)
    await syncFolder(dirname(file))
  } finally {
    await rm(part, { force: true })
  }
}

/** On the disk on return, under a name of its own. */
async function writeAside(root: string, bytes: Uint8Array): Promise<string> {
  const folder = join(root, TEMPORARY)
  makeFolders(folder)
  await dropForsaken(folder)
  const part = join(folder, randomUUID())
  const file = await open(part, 'wx')
  try {
    await file.writeFile(bytes)
    await file.sync()
    return part
  } catch (error) {
    await rm(part, { force: true })
    throw error
  } finally {
    await file.close()
  }
}

async function dropForsaken(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const left = await statOf(join(folder, name))
    if (left !== null && Date.now() - left.mtimeMs > FORSAKEN_MS)
      await rm(join(folder, name), { force: true })
  }
}

/** A link is made only where there is nothing of that name. */
async function create(root: string, key: string, part: string): Promise<void> {
  const file = pathOf(root, key)
  try {
    await link(part, file)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw new ObjectExists(root, key)
    if (!NO_LINKS.test(codeOf(error))) throw error
    await createWithoutLinks(root, key, part)
  }
}

/** FAT, and some network mounts. */
const NO_LINKS = /^(EPERM|ENOTSUP|EOPNOTSUPP|ENOSYS|EMLINK)$/

/** Whoever makes the empty file has the name. Killed before the move it stays empty, which nothing that is read may be. */
async function createWithoutLinks(root: string, key: string, part: string): Promise<void> {
  const file = pathOf(root, key)
  try {
    await (await open(file, 'wx')).close()
  } catch (error) {
    throw codeOf(error) === 'EEXIST' ? new ObjectExists(root, key) : error
  }
  await rename(part, file)
}

/** Of several who would replace the same object, one alone can move it away. */
async function replace(root: string, { key, part, tag }: { key: string; part: string; tag: string }) {
  const file = pathOf(root, key)
  const found = await objectAt(root, key)
  if (found?.tag !== tag) throw new ObjectExists(root, key)
  const aside = join(root, TEMPORARY, randomUUID())
  try {
    await rename(file, aside)
  } catch (error) {
    throw codeOf(error) === 'ENOENT' ? new ObjectExists(root, key) : error
  }
  if (tagOf(await stat(aside)) === tag) {
    await rm(aside)
    return create(root, key, part)
  }
  // Another one was put there in between: it goes back, unless there is a third by now.
  await create(root, key, aside).catch(ignoreExisting)
  await rm(aside, { force: true })
  throw new ObjectExists(root, key)
}

function ignoreExisting(error: unknown): void {
  if (!(error instanceof ObjectExists)) throw error
}

async function get(root: string, key: string, { range, asOf }: GetOptions): Promise<Buffer> {
  const found = await objectAt(root, key)
  if (found === null || (asOf !== undefined && found.modifiedAt > asOf)) throw new ObjectAbsent(root, key)
  const { start, bytes } = range ?? { start: 0, bytes: found.size }
  const file = await open(pathOf(root, key), 'r')
  try {
    const buffer = Buffer.alloc(Math.max(0, Math.min(bytes, found.size - start)))
    let filled = 0
    while (filled < buffer.length) {
      const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, start + filled)
      if (bytesRead === 0) break
      filled += bytesRead
    }
    return buffer.subarray(0, filled)
  } finally {
    await file.close()
  }
}

async function objectAt(root: string, key: string): Promise<StoredObject | null> {
  const found = await statOf(pathOf(root, key))
  if (found === null || !found.isFile()) return null
  return { key, size: found.size, modifiedAt: found.mtimeMs, tag: tagOf(found) }
}

function tagOf({ ino, size, mtimeMs }: Stats): string {
  return `${ino}-${size}-${mtimeMs}`
}

async function keysBelow(root: string, above: string): Promise<string[]> {
  const keys: string[] = []
  for (const entry of await entriesOf(join(root, above))) {
    const key = `${above}${entry.name}`
    if (key === TEMPORARY) continue
    if (entry.isDirectory()) keys.push(...(await keysBelow(root, `${key}/`)))
    else if (entry.isFile()) keys.push(key)
  }
  return above === '' ? keys.sort() : keys
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return []
    throw error
  }
}

async function remove(root: string, key: string): Promise<void> {
  const file = pathOf(root, key)
  await rm(file, { force: true })
  await syncFolder(dirname(file)).catch(error => {
    if (codeOf(error) !== 'ENOENT') throw error
  })
}

function pathOf(root: string, key: string): string {
  assertKey(key)
  return join(root, key)
}

async function statOf(path: string): Promise<Stats | null> {
  try {
    return await stat(path)
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return null
    throw error
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** What the system says of a path, in the words of a target. */
async function withNamedErrors<T>(root: string, key: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const [code, details] = [codeOf(error), { cause: error }]
    const reason = error instanceof Error ? error.message : String(error)
    if (/^(ENOSPC|EDQUOT|EFBIG)$/.test(code)) throw new TargetFull(root, reason, details)
    if (code === 'EROFS') throw new TargetReadOnly(root, reason, details)
    if (code === 'EACCES' || code === 'EPERM') throw new TargetRefused(root, reason, details)
    if (code === 'ENOENT') throw new ObjectAbsent(root, key, details)
    if (/^(EIO|ESTALE|ENOTCONN|ENODEV|ENXIO|EHOSTDOWN|ETIMEDOUT|ENOTDIR|EISDIR)$/.test(code))
      throw new TargetUnreachable(root, reason, details)
    throw error
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
