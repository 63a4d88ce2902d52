/** Which runs this machine knows a target to have. Nothing where it never wrote there. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { targetFolder } from '../standing.ts'
import { knownRuns } from './reconcile.ts'
import { openState, STATE_FILE } from './state.ts'

/** The SHA-256 of its manifest by run. */
export function runsKnownOf(vaultPath: string, target: string): ReadonlyMap<number, string> {
  const file = join(targetFolder(vaultPath, target), STATE_FILE)
  if (!existsSync(file)) return new Map()
  const state = openState(file)
  try {
    return knownRuns(state)
  } finally {
    state.close()
  }
}
