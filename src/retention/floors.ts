/** What keeps snapshots whatever the rules say, as the vault has it now. */
import { isOpen } from '../model/anomaly.ts'
import type { MarkedMoment } from '../model/snapshot.ts'
import type { Vault } from '../vault/vault.ts'
import type { Floor } from './reasons.ts'

/** By number of the snapshot; `snapshots` are those of the vault. */
export function floorsOf(vault: Vault, snapshots: readonly MarkedMoment[]): Map<number, Floor[]> {
  const floors = new Map<number, Floor[]>()
  const open = Map.groupBy(vault.anomalies().filter(isOpen), anomaly => anomaly.organization)
  const add = (snapshot: number, floor: Floor) => {
    floors.set(snapshot, [...(floors.get(snapshot) ?? []), floor])
  }
  for (const { snapshot, organization, state, base, pin, holds = [] } of snapshots) {
    for (const { anomaly } of open.get(organization) ?? []) add(snapshot, { code: 'anomaly', anomaly })
    if (pin) add(snapshot, { code: 'pin', reason: pin.reason, until: pin.until })
    for (const hold of holds) add(snapshot, { code: 'hold', ...hold })
    if (state === 'running' && base !== null) add(base, { code: 'base', of: snapshot })
  }
  for (const { id, snapshot, before, state } of vault.restoreRuns())
    if (state === 'running')
      for (const needed of new Set([snapshot, before])) add(needed, { code: 'restore', run: id })
  return floors
}
