/**
 * What a snapshot knows without proof: scopes that were not read in this run because a token said that nothing changed
 * which may be wrong about it, or because nothing says and their last reading was young enough.
 */
import type { Weak } from '../model/snapshot.ts'
import type { SnapshotWriter } from '../vault/vault.ts'
import type { BackupRecord } from './record.ts'

/** By kind. To be asked when everything of the run is stored. */
export function weakKinds(writer: SnapshotWriter, { believed }: BackupRecord): Weak[] {
  return writer.unread().filter(weak => believed.has(weak.kind))
}
