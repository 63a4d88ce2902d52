/**
 * Where the daemon that holds a vault can be found: a note in the vault's folder that names its lease, its version and
 * its socket. The folder and everything in it are for the owner alone. A note counts only while the lease it names is
 * the one that holds the vault, so that what a killed daemon left, or came along in a copy, leads nowhere.
 */
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { DocvaultError } from '../model/errors.ts'

const noteSchema = z.object({ holder: z.string(), version: z.string(), pid: z.number(), socket: z.string() })
export type DaemonNote = z.infer<typeof noteSchema>

/** Empties it of what daemons before left there. */
export function prepareRunFolder(vaultPath: string): string {
  const folder = folderOf(vaultPath)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { force: true })
  return folder
}

export function writeNote(vaultPath: string, note: DaemonNote): void {
  const file = fileOf(vaultPath)
  writeFileSync(`${file}.part`, `${JSON.stringify(note)}\n`, { mode: 0o600 })
  renameSync(`${file}.part`, file)
}

/** Null where there is none. Throws NotTheOwner. */
export function readNote(vaultPath: string): DaemonNote | null {
  try {
    return noteSchema.parse(JSON.parse(readFileSync(fileOf(vaultPath), 'utf8')))
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EACCES')
      throw new NotTheOwner(vaultPath, cause)
    return null
  }
}

/** Of another holder, it stays. */
export function removeNote(vaultPath: string, holder: string): void {
  if (readNote(vaultPath)?.holder === holder) rmSync(fileOf(vaultPath), { force: true })
}

/** The same for everybody who sees the folder, under whatever path; another one for a copy. */
export function identityOf(vaultPath: string): string {
  return String(statSync(vaultPath, { bigint: true }).ino)
}

class NotTheOwner extends DocvaultError {
  constructor(vaultPath: string, cause: unknown) {
    super('vault-locked', `a daemon holds the vault ${vaultPath}, and takes work from its own user only`, {
      hint: 'run the command as the user of the daemon',
      cause,
    })
  }
}

function fileOf(vaultPath: string): string {
  return join(folderOf(vaultPath), 'daemon.json')
}

function folderOf(vaultPath: string): string {
  return join(vaultPath, 'run')
}
