/**
 * Which snapshot a run works on, noted in the catalog before it is sealed: a daemon that dies after the seal, and before
 * the queue hears of it, begins the run again and must not make a second one.
 */
import { z } from 'zod'
import type { SnapshotSummary } from '../src/model/snapshot.ts'
import type { WritableVault } from '../src/vault/vault.ts'

export interface RunOfJob {
  job: string
  organization: string
  run: string
}

const noteSchema = z.object({ run: z.string(), snapshot: z.number() })

export function noteSnapshot(vault: WritableVault, of: RunOfJob, snapshot: number): void {
  vault.setFact(keyOf(of), JSON.stringify({ run: of.run, snapshot }))
}

/** The sealed snapshot of this very run. */
export function madeSnapshot(vault: WritableVault, of: RunOfJob): SnapshotSummary | null {
  const text = vault.fact(keyOf(of))
  const note = text === null ? null : noteSchema.parse(JSON.parse(text))
  if (note?.run !== of.run) return null
  const made = vault.snapshot(note.snapshot)
  return made?.organization === of.organization && made.sealed !== null ? made : null
}

/** One note for each job, so that another job's run in between does not hide it. */
function keyOf({ job, organization }: RunOfJob): string {
  return `snapshot of ${job} ${organization}`
}
