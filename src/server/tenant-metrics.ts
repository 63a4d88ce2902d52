/**
 * What the daemon knows of tenants, as gauges: of all hosts of its fleet, as it last heard, so that a host which is gone is
 * missed by the others. Every host says the same of them; a query takes the greatest.
 */
import { Gauge, type Registry } from 'prom-client'
import type { FleetAnswer } from '../fleet/answer.ts'
import { STANDINGS, type Standing } from '../fleet/worst-first.ts'

/** Those after them, in the order of their names, are counted together. */
export const MOST_TENANTS = 1000
/** No name of a tenant has such a character. */
export const OTHER_TENANTS = '_others'

export interface TenantGauges {
  /** `now`: milliseconds since the epoch. */
  describe(platforms: FleetAnswer['platforms'], now: number): void
}

export function makeTenantGauges(registry: Registry): TenantGauges {
  const gauge = <L extends string>(name: string, help: string, labelNames: L[]) =>
    new Gauge({ name: `docvault_tenant_${name}`, help, labelNames, registers: [registry] })
  const platforms = gauge(
    'platforms',
    'Platforms of the tenant on all hosts, by how they stand; every host says the same.',
    ['tenant', 'state'],
  )
  const conditions = gauge('conditions', 'What is wrong now with platforms of the tenant, on all hosts.', [
    'tenant',
  ])
  const age = gauge(
    'last_complete_age_seconds',
    'Of all organizations of the tenant, the greatest age of the newest complete snapshot; not there while one has none.',
    ['tenant'],
  )
  return {
    describe(standings, now) {
      for (const gauges of [platforms, conditions, age]) gauges.reset()
      for (const [tenant, own] of byTenant(standings)) {
        for (const state of STANDINGS)
          platforms.set({ tenant, state }, own.filter(standing => standing.state === state).length)
        conditions.set(
          { tenant },
          own.reduce((sum, standing) => sum + standing.conditions, 0),
        )
        const oldest = oldestComplete(own)
        if (oldest !== null) age.set({ tenant }, Math.max(0, now - oldest) / 1000)
      }
    },
  }
}

/** A platform that is configured nowhere here is of no tenant that is known. */
function byTenant(standings: readonly Standing[]): Map<string, Standing[]> {
  const names = [...new Set(standings.flatMap(({ tenant }) => tenant ?? []))].toSorted()
  const named = new Set(names.slice(0, MOST_TENANTS))
  const labelled = standings.filter(({ tenant }) => tenant !== null)
  return Map.groupBy(labelled, ({ tenant }) => (named.has(tenant ?? '') ? (tenant ?? '') : OTHER_TENANTS))
}

/** Milliseconds since the epoch; null: one has none. */
function oldestComplete(standings: readonly Standing[]): number | null {
  const times = standings.map(({ complete }) => (complete === null ? null : Date.parse(complete)))
  return times.reduce((oldest, time) => (oldest === null || time === null ? null : Math.min(oldest, time)))
}
