/**
 * What a snapshot knows without proof: scopes that were not read in this run because a token said that nothing changed
 * which may be wrong about it, or because nothing says and their last reading was young enough.
 */
import type { Weak } from '../model/snapshot.ts'
import type { BackupRun } from './run.ts'

/** By kind. To be asked when everything of the run is stored. */
export function weakKinds({ believed, writer }: BackupRun): Weak[] {
  return writer.unread().filter(one => believed.has(one.kind))
}
