/**
 * A disk in memory on which a recording is played: what a process sees on it, and what of that would be there after the
 * power was cut. Nothing is promised to be there but bytes of a file that was synced since, under a name whose folder was
 * synced since; anything else may be there, or not.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Change, Opened } from './recording.ts'

/** `data` by path; null: a folder. */
export type Image = Map<string, Buffer | null>
/** Of what is not promised. */
export interface Survival {
  /** Names that are there: those that the process saw, or those that were synced. By folder. */
  names(folder: string): 'seen' | 'synced'
  /** Of the bytes that were written to a file since it was synced: each sector that the answer says. */
  sectors(file: string): 'all' | 'none' | (() => boolean)
}

type Pending = { cut: number } | { offset: number; data: Buffer }

class File {
  seen: Buffer
  synced: Buffer
  pending: Pending[] = []

  constructor(bytes: Buffer) {
    this.seen = bytes
    this.synced = bytes
  }

  change(pending: Pending): void {
    this.pending.push(pending)
    this.seen = applied(this.seen, pending)
  }

  sync(): void {
    this.synced = this.seen
    this.pending = []
  }
}

/** Of what a disk writes whole or not at all. */
const SECTOR_BYTES = 512
/** SQLite makes it anew where nobody has it open, and what is in it goes through no call that could be counted. */
const LEFT_OUT = /-shm$/

export class RecordedDisk {
  readonly #seen = new Map<string, File | null>()
  readonly #synced: Map<string, File | null>
  readonly #files = new Map<bigint, File>()

  /** Everything that is there already is on the disk for good. */
  constructor(folder: string) {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      if (LEFT_OUT.test(path)) continue
      this.#seen.set(relative(folder, path), entry.isDirectory() ? null : new File(readFileSync(path)))
    }
    this.#synced = new Map(this.#seen)
  }

  play(change: Change | Opened): void {
    switch (change.what) {
      case 'open': {
        const known = this.#seen.get(change.path)
        const file = known ?? (LEFT_OUT.test(change.path) ? new File(Buffer.alloc(0)) : null)
        if (file !== null) this.#files.set(change.inode, file)
        break
      }
      case 'create':
        this.#create(change)
        break
      case 'cut':
        this.#file(change.inode).change({ cut: change.size })
        break
      case 'write':
        this.#file(change.inode).change(change)
        break
      case 'sync':
        this.#file(change.inode).sync()
        break
      case 'sync-folder':
        this.#syncFolder(change.path)
        break
      case 'rename':
        this.#seen.set(change.to, this.#seen.get(change.path) ?? null)
        this.#seen.delete(change.path)
        break
      case 'make-folder':
        this.#seen.set(change.path, null)
        break
      default:
        this.#seen.delete(change.path)
    }
  }

  #create({ inode, path }: { inode: bigint; path: string }): void {
    const file = new File(Buffer.alloc(0))
    this.#files.set(inode, file)
    this.#seen.set(path, file)
  }

  #file(inode: bigint): File {
    const file = this.#files.get(inode)
    if (file === undefined) throw new Error(`nobody opened the file ${inode}`)
    return file
  }

  #syncFolder(folder: string): void {
    const isIn = (path: string) => parentOf(path) === folder
    for (const path of this.#synced.keys()) if (isIn(path) && !this.#seen.has(path)) this.#synced.delete(path)
    for (const [path, file] of this.#seen) if (isIn(path)) this.#synced.set(path, file)
  }

  /** As the process sees it: so it is found when the process is killed. */
  seen(): Image {
    return imageOf(this.#seen, file => file.seen)
  }

  /** As after the next write, of which only so many bytes were done. */
  torn(change: Extract<Change, { what: 'write' }>, bytes: number): Image {
    const torn = this.#file(change.inode)
    const data = change.data.subarray(0, bytes)
    return imageOf(this.#seen, file =>
      file === torn ? applied(file.seen, { offset: change.offset, data }) : file.seen,
    )
  }

  /** As after the power was cut now. */
  cutOff({ names, sectors }: Survival): Image {
    const found = new Map<string, File | null>()
    const take = (from: ReadonlyMap<string, File | null>, which: 'seen' | 'synced') => {
      for (const [path, file] of from) if (names(parentOf(path)) === which) found.set(path, file)
    }
    take(this.#synced, 'synced')
    take(this.#seen, 'seen')
    const isReachable = (path: string): boolean =>
      path === '' || (found.get(path) === null && isReachable(parentOf(path)))
    const there = [...found].filter(([path]) => isReachable(parentOf(path)))
    const paths = new Map(there.flatMap(([path, file]) => (file === null ? [] : [[file, path] as const])))
    // A file that has two names is the same under both.
    const bytes = new Map([...paths].map(([file, path]) => [file, survived(file, sectors(path))]))
    return imageOf(new Map(there), file => bytes.get(file) ?? file.synced)
  }
}

function parentOf(path: string): string {
  const parent = dirname(path)
  return parent === '.' ? '' : parent
}

function imageOf(names: ReadonlyMap<string, File | null>, bytesOf: (file: File) => Buffer): Image {
  const image: Image = new Map()
  for (const [path, file] of names) if (!LEFT_OUT.test(path)) image.set(path, file && bytesOf(file))
  return image
}

function survived(file: File, sectors: ReturnType<Survival['sectors']>): Buffer {
  if (sectors === 'all') return file.seen
  if (sectors === 'none' || file.pending.length === 0) return file.synced
  const largest = Math.max(
    ...file.pending.map(change => ('cut' in change ? change.cut : change.offset + change.data.length)),
  )
  const bytes = Buffer.alloc(Math.max(file.synced.length, largest))
  let size = file.synced.copy(bytes)
  const cut = (to: number) => {
    if (to < size) bytes.fill(0, to, size)
    size = to
  }
  for (const pending of file.pending) {
    if ('cut' in pending) {
      if (sectors()) cut(pending.cut)
      continue
    }
    const { offset, data } = pending
    for (let from = 0; from < data.length; ) {
      const to = Math.min(data.length, from + SECTOR_BYTES - ((offset + from) % SECTOR_BYTES))
      if (sectors()) size = Math.max(size, offset + from + data.copy(bytes, offset + from, from, to))
      from = to
    }
  }
  return bytes.subarray(0, size)
}

function applied(bytes: Buffer, pending: Pending): Buffer {
  const size = 'cut' in pending ? pending.cut : Math.max(bytes.length, pending.offset + pending.data.length)
  const made = Buffer.alloc(size)
  bytes.copy(made, 0, 0, Math.min(size, bytes.length))
  if ('data' in pending) pending.data.copy(made, pending.offset)
  return made
}

export function writeImage(image: Image, folder: string): void {
  mkdirSync(folder, { recursive: true })
  const paths = [...image].sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [path, bytes] of paths) {
    if (bytes === null) mkdirSync(join(folder, path), { recursive: true })
    else writeFileSync(join(folder, path), bytes)
  }
}

/** Of bytes that never change: what is written anew are other ones. */
const digests = new WeakMap<Buffer, string>()

function digestOfBytes(bytes: Buffer): string {
  const known = digests.get(bytes)
  if (known !== undefined) return known
  const digest = createHash('sha256').update(bytes).digest('base64')
  digests.set(bytes, digest)
  return digest
}

/** Equal for images that hold the same. */
export function digestOfImage(image: Image): string {
  const lines = [...image].map(([path, bytes]) => `${path} ${bytes && digestOfBytes(bytes)}`)
  return createHash('sha256').update(lines.sort().join('\n')).digest('base64')
}
