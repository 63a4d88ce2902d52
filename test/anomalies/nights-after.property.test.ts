/** Nights after one that is known, against all nights of the history. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nightsAfter, nightsOf } from '../../src/anomalies/nights.ts'
import type { SnapshotFilter, SnapshotMoment } from '../../src/model/snapshot.ts'
import type { Vault } from '../../src/vault/vault.ts'

const HOUR_MS = 3_600_000
const backups = fc.array(fc.record({ trigger: fc.constantFrom('sync', 'schedule'), hours: fc.nat(30) }), {
  maxLength: 12,
})

function momentsOf(history: readonly { trigger: string; hours: number }[]): SnapshotMoment[] {
  let now = 0
  return history.map(({ trigger, hours }, index) => {
    now += hours * HOUR_MS
    const started = new Date(now).toISOString()
    return { snapshot: index + 1, organization: 'org', started, state: 'complete', trigger }
  })
}

test('what comes after a night that is over is the rest of all nights, and all where it is gone', () => {
  fc.assert(
    fc.property(backups, history => {
      const moments = momentsOf(history)
      const reading = {
        moments: ({ from = 0 }: SnapshotFilter = {}) => moments.filter(({ snapshot }) => snapshot >= from),
      }
      const vault: Vault = Object.assign(Object.create(null), reading)
      const all = nightsOf(moments)
      for (const { to } of all.filter(({ isOver }) => isOver))
        expect(nightsAfter(vault, 'org', to.snapshot)).toEqual(
          all.filter(({ from }) => from.snapshot >= to.snapshot),
        )
      expect(nightsAfter(vault, 'org', null)).toEqual(all)
      expect(nightsAfter(vault, 'org', 99)).toEqual(all)
    }),
  )
})
