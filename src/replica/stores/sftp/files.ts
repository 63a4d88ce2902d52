/** Files on an SFTP server: requests as promises, each with an end, and several under way at once where bytes are moved. */
import pMap from 'p-map'
import type { SFTPWrapper, Stats } from 'ssh2'
import { STATUS, statusOf } from './errors.ts'

/** What every server takes in one request. */
const PIECE_BYTES = 32 * 1024
const AT_ONCE = 32

export interface Remote {
  sftp: SFTPWrapper
  ended: AbortSignal
  timeoutMs: number
}

export interface RemoteFile {
  path: string
  size: number
  modifiedAt: number
}

type Done<T> = (error?: Error | null, value?: T) => void

export function request<T = void>(remote: Remote, run: (done: Done<T>) => void): Promise<T> {
  const { sftp, ended, timeoutMs } = remote
  return new Promise((resolve, reject) => {
    if (ended.aborted) return reject(new Error('the connection has ended'))
    const timer = setTimeout(() => {
      sftp.end()
      reject(new Error(`no answer for ${timeoutMs} ms`))
    }, timeoutMs)
    const done: Done<T> = (error, value) => {
      clearTimeout(timer)
      if (error) reject(error)
      else resolve(value as T)
    }
    try {
      run(done)
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
    }
  })
}

/** On the server's disk on return, where it knows how to promise that. */
export async function writeFile(remote: Remote, path: string, bytes: Uint8Array): Promise<void> {
  const { sftp } = remote
  const handle = await request<Buffer>(remote, done => sftp.open(path, 'wx', done))
  const buffer = Buffer.from(bytes)
  try {
    await pMap(
      starts(buffer.length),
      start => {
        const length = Math.min(PIECE_BYTES, buffer.length - start)
        return request(remote, done => sftp.write(handle, buffer, start, length, start, done))
      },
      { concurrency: AT_ONCE },
    )
    await request(remote, done => sftp.ext_openssh_fsync(handle, done)).catch(ignoreUnsupported)
  } finally {
    await request(remote, done => sftp.close(handle, done))
  }
}

export async function readFile(
  remote: Remote,
  path: string,
  range?: { start: number; bytes: number },
): Promise<Buffer> {
  const { sftp } = remote
  const handle = await request<Buffer>(remote, done => sftp.open(path, 'r', done))
  try {
    const { size } = await request<Stats>(remote, done => sftp.fstat(handle, done))
    const first = range?.start ?? 0
    const buffer = Buffer.alloc(Math.max(0, Math.min(range?.bytes ?? size, size - first)))
    const read = (start: number) => readPiece(remote, { handle, buffer, start, first })
    const counts = await pMap(starts(buffer.length), read, { concurrency: AT_ONCE })
    return buffer.subarray(
      0,
      counts.reduce((sum, count) => sum + count, 0),
    )
  } finally {
    await request(remote, done => sftp.close(handle, done))
  }
}

interface Piece {
  handle: Buffer
  buffer: Buffer
  /** In the buffer. */
  start: number
  /** Where the buffer begins in the file. */
  first: number
}

async function readPiece(remote: Remote, { handle, buffer, start, first }: Piece): Promise<number> {
  const wanted = Math.min(PIECE_BYTES, buffer.length - start)
  let filled = 0
  while (filled < wanted) {
    const place = start + filled
    const count = await request<number>(remote, done =>
      remote.sftp.read(handle, buffer, place, wanted - filled, first + place, done),
    ).catch(atEnd)
    if (count === 0) break
    filled += count
  }
  return filled
}

function starts(length: number): number[] {
  return Array.from({ length: Math.ceil(length / PIECE_BYTES) }, (_, index) => index * PIECE_BYTES)
}

export async function statFile(remote: Remote, path: string): Promise<RemoteFile | null> {
  const found = await request<Stats>(remote, done => remote.sftp.stat(path, done)).catch(nullWhereAbsent)
  return found?.isFile() ? { path, size: found.size, modifiedAt: found.mtime * 1000 } : null
}

/** Fails where there is something of that name already, as the protocol has it. */
export async function renameNew(remote: Remote, from: string, to: string): Promise<void> {
  await request(remote, done => remote.sftp.rename(from, to, done))
}

/** In place of what is there. A server without the extension has neither for a moment. */
export async function renameOver(remote: Remote, from: string, to: string): Promise<void> {
  const { sftp } = remote
  const renamed = await request(remote, done => sftp.ext_openssh_rename(from, to, done)).then(
    () => true,
    ignoreUnsupported,
  )
  if (renamed) return
  await removeFile(remote, to)
  await renameNew(remote, from, to)
}

export async function removeFile(remote: Remote, path: string): Promise<void> {
  await request(remote, done => remote.sftp.unlink(path, done)).catch(nullWhereAbsent)
}

/** With those above it. */
export async function makeFolders(remote: Remote, path: string): Promise<void> {
  const found = await request<Stats>(remote, done => remote.sftp.stat(path, done)).catch(nullWhereAbsent)
  if (found !== null) return
  const above = path.slice(0, path.lastIndexOf('/'))
  if (above !== '') await makeFolders(remote, above)
  try {
    await request(remote, done => remote.sftp.mkdir(path, done))
  } catch (error) {
    // Somebody else may have made it in between.
    const made = await request<Stats>(remote, done => remote.sftp.stat(path, done)).catch(nullWhereAbsent)
    if (!made?.isDirectory()) throw error
  }
}

/** In no order; a folder that is not there is empty. */
export async function filesBelow(remote: Remote, folder: string): Promise<RemoteFile[]> {
  type Entries = { filename: string; attrs: Stats }[]
  const entries = await request<Entries>(remote, done => remote.sftp.readdir(folder, done)).catch(
    nullWhereAbsent,
  )
  const files: RemoteFile[] = []
  for (const { filename, attrs } of entries ?? []) {
    const path = `${folder}/${filename}`
    if (attrs.isDirectory()) files.push(...(await filesBelow(remote, path)))
    else if (attrs.isFile()) files.push({ path, size: attrs.size, modifiedAt: attrs.mtime * 1000 })
  }
  return files
}

function nullWhereAbsent(error: unknown): null {
  if (statusOf(error) === STATUS.noSuchFile) return null
  throw error
}

function atEnd(error: unknown): number {
  if (statusOf(error) === STATUS.eof) return 0
  throw error
}

function ignoreUnsupported(error: unknown): boolean {
  const isUnknown = error instanceof Error && /does not support/.test(error.message)
  if (isUnknown || statusOf(error) === STATUS.unsupported) return false
  throw error
}
