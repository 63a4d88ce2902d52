/**
 * Objects as files on an SFTP server: written below `tmp/`, synced, and moved to their name when they are whole. The protocol
 * cannot sync a folder, so a power cut of the server right after a put may lose the name, never show a part.
 */
import { randomUUID } from 'node:crypto'
import { digestOf } from '../../../model/digest.ts'
import { ChecksumMismatch, ObjectAbsent, ObjectExists, TargetFull, TargetReadOnly } from '../../errors.ts'
import type { GetOptions, PutOptions, StoredObject } from '../../store.ts'
import { STATUS, statusOf } from './errors.ts'
import {
  filesBelow,
  makeFolders,
  type Remote,
  type RemoteFile,
  readFile,
  removeFile,
  renameNew,
  renameOver,
  request,
  statFile,
  writeFile,
} from './files.ts'
import { attempted, type SftpSession } from './session.ts'

const TEMPORARY = 'tmp'
/** What a killed writer left in the making. */
const FORSAKEN_MS = 24 * 60 * 60_000
/** The protocol tells times in whole seconds: what is as small as a lease is known by its digest. */
const SMALL_BYTES = 1024

export interface Sent {
  key: string
  bytes: Uint8Array
}

/** Where things are, with the connection of this attempt. */
interface Place extends Remote {
  name: string
  root: string
}

export function onServer<T>(
  session: SftpSession,
  key: string,
  work: (place: Place, attempt: number) => Promise<T>,
) {
  const { name, root, timeoutMs } = session.target
  return attempted(session, key, ({ sftp, ended }, attempt) =>
    work({ sftp, ended, timeoutMs, name, root }, attempt),
  )
}

export async function put(session: SftpSession, { key, bytes }: Sent, options: PutOptions): Promise<void> {
  const { sha256, ifAbsent, ifTag } = options
  if (digestOf(bytes) !== sha256) throw new ChecksumMismatch(session.target.name, key)
  const aside = `${session.target.root}/${TEMPORARY}/${randomUUID()}`
  await onServer(session, key, async (place, attempt) => {
    // The attempt before may have arrived, and only its answer was lost.
    if (attempt > 1 && (ifAbsent || ifTag !== undefined) && (await hasDigest(place, key, options))) return
    const to = pathOf(place, key)
    const part = await writeAside(place, { key, bytes })
    try {
      await makeFolders(place, to.slice(0, to.lastIndexOf('/')))
      if (ifTag !== undefined) await replace(place, { key, part, aside, tag: ifTag })
      else if (ifAbsent) await create(place, key, part)
      else await renameOver(place, part, to)
    } catch (error) {
      await removeFile(place, part).catch(() => {})
      throw error
    }
  })
}

async function hasDigest(place: Place, key: string, { sha256 }: PutOptions): Promise<boolean> {
  const found = await statFile(place, pathOf(place, key))
  return found !== null && digestOf(await readFile(place, found.path)) === sha256
}

async function writeAside(place: Place, { bytes }: Sent): Promise<string> {
  const folder = pathOf(place, TEMPORARY)
  await makeFolders(place, folder)
  for (const { path, modifiedAt } of await filesBelow(place, folder))
    if (Date.now() - modifiedAt > FORSAKEN_MS) await removeFile(place, path)
  const part = `${folder}/${randomUUID()}`
  try {
    await writeFile(place, part, bytes)
    return part
  } catch (error) {
    await removeFile(place, part).catch(() => {})
    throw statusOf(error) === STATUS.failure ? await whyNoRoom(place, error, bytes.length) : error
  }
}

/** The protocol has one word for all that fails; the file system may know more. */
async function whyNoRoom(place: Place, error: unknown, bytes: number): Promise<unknown> {
  type Room = { f_bavail: number; f_frsize: number; f_flag: number }
  const room = await request<Room>(place, done => place.sftp.ext_openssh_statvfs(place.root, done)).catch(
    () => null,
  )
  if (room === null) return error
  if ((Number(room.f_flag) & 1) === 1)
    return new TargetReadOnly(place.name, 'its file system is mounted read-only')
  const free = Number(room.f_bavail) * Number(room.f_frsize)
  return free < bytes + SMALL_BYTES * 1024 ? new TargetFull(place.name, `${free} bytes are free`) : error
}

/** The protocol's rename takes no name that is taken. */
async function create(place: Place, key: string, part: string): Promise<void> {
  const to = pathOf(place, key)
  try {
    await renameNew(place, part, to)
  } catch (error) {
    const isTaken = statusOf(error) === STATUS.failure && (await statFile(place, to)) !== null
    throw isTaken ? new ObjectExists(place.name, key) : error
  }
}

interface Replacement {
  key: string
  part: string
  /** Where this put moves what it replaces, in all of its attempts. */
  aside: string
  tag: string
}

/** Of several who would replace the same object, one alone can move it away. */
async function replace(place: Place, replacement: Replacement): Promise<void> {
  const { key, part, aside, tag } = replacement
  if ((await statFile(place, aside)) === null) await moveAway(place, replacement)
  const moved = await statFile(place, aside)
  if (moved !== null && (await tagOf(place, moved)) === tag) {
    await create(place, key, part)
    return removeFile(place, aside)
  }
  // Another one was put there in between: it goes back, unless there is a third by now.
  await create(place, key, aside).catch(ignoreExisting)
  await removeFile(place, aside)
  throw new ObjectExists(place.name, key)
}

async function moveAway(place: Place, { key, aside, tag }: Replacement): Promise<void> {
  const found = await objectAt(place, key)
  if (found?.tag !== tag) throw new ObjectExists(place.name, key)
  try {
    await renameNew(place, pathOf(place, key), aside)
  } catch (error) {
    throw statusOf(error) === STATUS.noSuchFile ? new ObjectExists(place.name, key) : error
  }
}

function ignoreExisting(error: unknown): void {
  if (!(error instanceof ObjectExists)) throw error
}

export async function get(session: SftpSession, key: string, { range, asOf }: GetOptions): Promise<Buffer> {
  return onServer(session, key, async place => {
    const found = await statFile(place, pathOf(place, key))
    if (found === null || (asOf !== undefined && found.modifiedAt > asOf))
      throw new ObjectAbsent(place.name, key)
    return readFile(place, found.path, range)
  })
}

export function head(session: SftpSession, key: string): Promise<StoredObject | null> {
  return onServer(session, key, place => objectAt(place, key))
}

export function remove(session: SftpSession, key: string): Promise<void> {
  return onServer(session, key, place => removeFile(place, pathOf(place, key)))
}

/** Only the folder that the prefix names is gone through. */
export async function* list(session: SftpSession, prefix: string): AsyncGenerator<StoredObject> {
  const above = prefix.slice(0, prefix.lastIndexOf('/') + 1)
  const files = await onServer(session, prefix, async place => {
    const folder = above === '' ? place.root : `${place.root}/${above.slice(0, -1)}`
    return filesBelow(place, folder)
  })
  const keyOf = ({ path }: RemoteFile) => path.slice(session.target.root.length + 1)
  const listed = files.map(file => ({ file, key: keyOf(file) }))
  const wanted = listed.filter(({ key }) => key.startsWith(prefix) && !key.startsWith(`${TEMPORARY}/`))
  for (const { key } of wanted.sort((left, right) => (left.key < right.key ? -1 : 1))) {
    const object = await head(session, key)
    if (object !== null) yield object
  }
}

async function objectAt(place: Place, key: string): Promise<StoredObject | null> {
  const found = await statFile(place, pathOf(place, key))
  if (found === null) return null
  const { size, modifiedAt } = found
  return { key, size, modifiedAt, tag: await tagOf(place, found) }
}

async function tagOf(place: Place, { path, size, modifiedAt }: RemoteFile): Promise<string> {
  if (size > SMALL_BYTES) return `${size}-${modifiedAt}`
  return digestOf(await readFile(place, path))
}

function pathOf({ root }: Pick<Place, 'root'>, key: string): string {
  return `${root}/${key}`
}
