/** Keeps backups from filling the disk that the vault needs to stay whole. */
import { statfs } from 'node:fs/promises'
import { DocvaultError } from '../model/errors.ts'

/** Repeated later: somebody may make room. */
export class DiskNearlyFull extends DocvaultError {
  constructor(path: string, freeBytes: number, neededBytes: number) {
    super('disk-full', `${path} has ${freeBytes} bytes left, and at least ${neededBytes} have to stay free`, {
      hint: 'make room, or enlarge the volume; backups go on by themselves then',
      retry: 'later',
    })
  }
}

/** Null where the system does not say. */
export async function freeBytes(path: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(path)
    return bavail * bsize
  } catch {
    return null
  }
}

/** Throws DiskNearlyFull. */
export async function assertRoom(path: string, neededBytes: number): Promise<void> {
  const free = await freeBytes(path)
  if (free !== null && free < neededBytes) throw new DiskNearlyFull(path, free, neededBytes)
}
