/** What a process did to the files below a folder, in order, as shim.c has written it down. */
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

/** Paths are relative to the folder; inodes tell files apart whatever they are called. */
export type Change =
  | { what: 'create'; inode: bigint; path: string }
  | { what: 'cut'; inode: bigint; size: number }
  | { what: 'write'; inode: bigint; offset: number; data: Buffer }
  | { what: 'sync'; inode: bigint }
  | { what: 'sync-folder'; path: string }
  | { what: 'rename'; path: string; to: string }
  | { what: 'remove'; path: string }
  | { what: 'make-folder'; path: string }
  | { what: 'remove-folder'; path: string }

/** Changes nothing, and says which file an inode is. */
export interface Opened {
  what: 'open'
  inode: bigint
  path: string
}

const NAMES = [
  'open',
  'create',
  'cut',
  'write',
  'sync',
  'sync-folder',
  'rename',
  'remove',
  'make-folder',
  'remove-folder',
] as const
const HEAD_BYTES = 32

/** Throws for something that nobody was seen to do to a vault, and that could not be done again from here. */
export function readRecording(log: string, folder: string): (Change | Opened)[] {
  const bytes = readFileSync(log)
  const changes: (Change | Opened)[] = []
  for (let at = 0; at < bytes.length; ) {
    const [kind = 0, firstBytes = 0, secondBytes = 0, dataBytes = 0] = [0, 4, 8, 12].map(field =>
      bytes.readUInt32LE(at + field),
    )
    const [inode, offset] = [bytes.readBigUInt64LE(at + 16), Number(bytes.readBigUInt64LE(at + 24))]
    at += HEAD_BYTES
    const first = bytes.toString('utf8', at, at + firstBytes)
    const second = bytes.toString('utf8', at + firstBytes, at + firstBytes + secondBytes)
    at += firstBytes + secondBytes
    const data = bytes.subarray(at, at + dataBytes)
    at += dataBytes
    const what = NAMES[kind]
    if (what === undefined) throw new Error(`the shim cannot write down ${first}`)
    changes.push(
      made(what, { inode, offset, path: relative(folder, first), to: relative(folder, second), data }),
    )
  }
  return changes
}

interface Fields {
  inode: bigint
  offset: number
  path: string
  to: string
  data: Buffer
}

function made(what: (typeof NAMES)[number], { inode, offset, path, to, data }: Fields): Change | Opened {
  switch (what) {
    case 'open':
    case 'create':
      return { what, inode, path }
    case 'cut':
      return { what, inode, size: offset }
    case 'write':
      return { what, inode, offset, data }
    case 'sync':
      return { what, inode }
    case 'rename':
      return { what, path, to }
    default:
      return { what, path }
  }
}
