/** Does an operation once, undisturbed, and writes down all that it does to the disk. */
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { checkVaultAt } from '../../../src/vault/vault.ts'
import { digestOfImage, RecordedDisk } from './disk.ts'
import type { Expected } from './judge.ts'
import { environmentOf, type Operation, vaultIn } from './operations.ts'
import type { Platform } from './platform.ts'
import { type Change, type Opened, readRecording } from './recording.ts'
import type { Shimmed, Task } from './shimmed.ts'
import { type State, stateOf } from './state.ts'

/** What operations are done on, and with. */
export interface Stage {
  /** A folder for everything that is made on the way. */
  folder: string
  shimmed: Shimmed
  platform: Platform
}

export interface Recorded {
  expected: Expected
  /** The disk as it was before; it stays so. */
  before: string
  recording: readonly (Change | Opened)[]
  /** How many changes there are in it. */
  changes: number
}

const WARM_TURNS = 3

export async function record(operation: Operation, { folder, shimmed, platform }: Stage): Promise<Recorded> {
  const [before, disk, log] = [join(folder, 'before'), join(folder, 'disk'), join(folder, 'log')]
  for (const old of [before, log]) rmSync(old, { recursive: true, force: true })
  mkdirSync(before, { recursive: true })
  await operation.prepare(vaultIn(before), platform)
  const { known, state } = await foundBefore(operation, { before, disk })
  await warm(operation, { before, disk: join(folder, 'warm') }, { shimmed, platform })
  copyDisk(before, disk)
  const answer = await shimmed.run(taskOf(operation, disk, platform, { DISK_SHIM_LOG: log }))
  if (answer?.code !== 0) throw new Error(`${operation.name} ended with ${answer?.code}: ${answer?.message}`)
  const recording = readRecording(log, disk)
  assertWhole(before, recording, disk)
  const after = stateOf(vaultIn(disk))
  const expected = { operation, platform, before: state ?? after, after, known }
  return { expected, before, recording, changes: recording.filter(({ what }) => what !== 'open').length }
}

interface Disks {
  before: string
  /** For a copy, since whoever reads leaves files. */
  disk: string
}

/** The codes of damage where there is to be some. No state where only the vault of after can be read. */
async function foundBefore(
  { isMending, isUpgrade }: Operation,
  { before, disk }: Disks,
): Promise<{ known: string[]; state: State | null }> {
  copyDisk(before, disk)
  const known = isMending ? await damageIn(vaultIn(disk)) : []
  return { known, state: isMending || isUpgrade ? null : stateOf(vaultIn(disk)) }
}

/** What takes its time is to be the same each time. */
async function warm(
  operation: Operation,
  { before, disk }: Disks,
  { shimmed, platform }: Pick<Stage, 'shimmed' | 'platform'>,
): Promise<void> {
  for (let turn = 0; turn < WARM_TURNS; turn++) {
    copyDisk(before, disk)
    await shimmed.warm(taskOf(operation, disk, platform, {}))
  }
}

async function damageIn(path: string): Promise<string[]> {
  const codes = new Set<string>()
  for await (const { severity, code } of checkVaultAt(path, { readData: true }))
    if (severity === 'damage') codes.add(code)
  return [...codes]
}

export function taskOf(
  operation: Operation,
  disk: string,
  platform: Platform,
  shim: Readonly<Record<string, string>>,
): Task {
  const env = environmentOf(operation, disk, platform)
  return { argv: operation.argv, env, shim: { DISK_SHIM_FOLDER: disk, ...shim } }
}

export function copyDisk(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true })
  cpSync(from, to, { recursive: true })
}

/** Throws where something was done to the disk that the shim has not seen. */
function assertWhole(before: string, recording: Recorded['recording'], disk: string): void {
  const played = new RecordedDisk(before)
  for (const change of recording) played.play(change)
  if (digestOfImage(played.seen()) !== digestOfImage(new RecordedDisk(disk).seen()))
    throw new Error('played again, the recording leaves another disk than the command did')
}
