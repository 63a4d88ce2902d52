/**
 * What a repair changes, as it was before: a folder below `repairs/` for each repair that changes something. What is kept is on
 * the disk on return, before anything is changed.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { diskError } from '../../model/disk-errors.ts'
import { makeFolders, syncPath } from '../../model/durable-file.ts'

export interface Kept {
  /** Below the vault; null: nothing was kept. */
  readonly folder: string | null
  /** A line of JSON. Throws DiskRefused. */
  note(before: object): void
  /** Throws DiskRefused. */
  bytes(name: string, bytes: Buffer): void
  /** Copies a file there; absent is as good as copied. Throws DiskRefused. */
  copy(file: string, name: string): void
  /** Moves a file there; absent is as good as moved. Throws DiskRefused. */
  move(file: string, name: string): void
}

export const REPAIRS = 'repairs'
const NOTES = 'before.jsonl'

export function makeKept(vault: string, atMs: number): Kept {
  let folder: string | null = null
  const pathOf = (name: string) => {
    folder ??= freeFolder(vault, atMs)
    const path = join(vault, folder, name)
    makeFolders(dirname(path))
    return path
  }
  const onDisk = (work: () => void) => {
    try {
      work()
    } catch (error) {
      throw diskError(error, join(vault, REPAIRS)) ?? error
    }
  }
  return {
    get folder() {
      return folder
    },
    note: before =>
      onDisk(() => {
        const path = pathOf(NOTES)
        const opened = openSync(path, 'a')
        try {
          writeSync(opened, `${JSON.stringify(before)}\n`)
          fsyncSync(opened)
        } finally {
          closeSync(opened)
        }
        syncPath(dirname(path))
      }),
    bytes: (name, bytes) =>
      onDisk(() => {
        const path = pathOf(name)
        writeFileSync(path, bytes)
        syncPath(path)
        syncPath(dirname(path))
      }),
    copy: (file, name) =>
      onDisk(() => {
        if (!existsSync(file)) return
        const path = pathOf(name)
        copyBytes(file, path)
        syncPath(path)
        syncPath(dirname(path))
      }),
    move: (file, name) =>
      onDisk(() => {
        if (!existsSync(file)) return
        const path = pathOf(name)
        renameSync(file, path)
        syncPath(dirname(path))
        syncPath(dirname(file))
      }),
  }
}

const COPIED_AT_ONCE_BYTES = 1024 * 1024

/** By plain reads and writes: a page that the disk does not give back is an error, and no copy that shares it. */
function copyBytes(from: string, to: string): void {
  const [source, copy] = [openSync(from, 'r'), openSync(to, 'wx', 0o600)]
  try {
    const buffer = Buffer.alloc(COPIED_AT_ONCE_BYTES)
    for (let read = readSync(source, buffer); read > 0; read = readSync(source, buffer))
      writeSync(copy, buffer.subarray(0, read))
  } finally {
    closeSync(source)
    closeSync(copy)
  }
}

/** Files of contents that earlier repairs have moved away. */
export function* keptFiles(vault: string): Generator<string> {
  const folder = join(vault, REPAIRS)
  if (!existsSync(folder)) return
  for (const repair of readdirSync(folder)) {
    const files = join(folder, repair, 'files')
    if (existsSync(files)) for (const name of readdirSync(files)) yield join(files, name)
  }
}

/** E.g. `repairs/2026-11-23T193116Z`; two of one second have different names. */
function freeFolder(vault: string, atMs: number): string {
  const stamp = new Date(atMs).toISOString().replaceAll(':', '').replace(/\.\d+/, '')
  for (let count = 1; ; count++) {
    const folder = join(REPAIRS, count === 1 ? stamp : `${stamp}-${count}`)
    if (existsSync(join(vault, folder))) continue
    makeFolders(join(vault, folder))
    return folder
  }
}
