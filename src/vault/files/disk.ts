/**
 * The few operations on files that durability hangs on, so that a test can count them and make each one fail.
 */
import { existsSync } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'

interface DiskFile {
  write(bytes: Buffer): Promise<void>
  sync(): Promise<void>
  close(): Promise<void>
}

export interface Disk {
  /** A new file; fails when it exists. */
  create(path: string): Promise<DiskFile>
  /** An existing file, to be synced. */
  reopen(path: string): Promise<DiskFile>
  rename(from: string, to: string): Promise<void>
  /** True when it was made just now. */
  makeFolder(path: string): Promise<boolean>
  syncFolder(path: string): Promise<void>
  /** Absent is as good as removed. */
  remove(path: string): Promise<void>
}

export const nodeDisk: Disk = {
  create: path => openFile(path, 'wx'),
  reopen: path => openFile(path, 'r+'),
  rename,
  // Not with those above it: where the disk refuses one of many, Node says that there is no such folder.
  async makeFolder(path) {
    try {
      await mkdir(path)
      return true
    } catch (error) {
      if (existsSync(path)) return false
      throw error
    }
  },
  async syncFolder(path) {
    const folder = await open(path, 'r')
    try {
      await folder.sync()
    } finally {
      await folder.close()
    }
  },
  remove: path => rm(path, { force: true }),
}

async function openFile(path: string, flags: string): Promise<DiskFile> {
  const handle = await open(path, flags)
  return {
    async write(bytes) {
      await handle.appendFile(bytes)
    },
    sync: () => handle.sync(),
    close: () => handle.close(),
  }
}
