/** All nights of a set of real documentation, backed up one after the other, with people, comments and drafts around them. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { backUpInto } from '../../bench/measure.ts'
import { stateCount, writeState } from '../helpers/data-sets.ts'
import { startEmulatorProcess } from '../helpers/emulator-process.ts'

/** Path of the vault. */
export async function backUpNights(set: string, folder: string): Promise<string> {
  const [state, vault] = [join(folder, 'state'), join(folder, 'vault')]
  mkdirSync(folder, { recursive: true })
  writeState(set, 1, state)
  const company = ['--members', '6', '--comments', '20', '--change-requests', '3', '--teams', '2']
  const emulator = await startEmulatorProcess(['--load', `${set}=${state}`, ...company])
  try {
    for (let night = 1; night <= stateCount(set); night++) {
      writeState(set, night, state)
      await emulator.control('POST', 'load', { space: set, folder: state })
      await backUpInto(vault, emulator, {})
    }
  } finally {
    await emulator.stop()
  }
  return vault
}
