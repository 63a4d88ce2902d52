/** The last drill of each organization that restored something, from the records beside the catalog. */
import { readDrills } from '../evidence/records/drill-records.ts'
import type { LastDrill } from './assess-objectives.ts'

export function lastDrillsOf(vaultPath: string): LastDrill[] {
  const last = new Map<string, LastDrill>()
  for (const { organization, snapshot, started, target, recovery_ms, damaged, valid } of readDrills(vaultPath)
    .drills)
    if (valid && damaged.length === 0)
      last.set(organization, { organization, snapshot, started, target, recoveryMs: recovery_ms })
  return [...last.values()]
}
