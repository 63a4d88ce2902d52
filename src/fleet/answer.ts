/** Where every vault of a fleet is, and which hosts are there, as this daemon last heard. */
import { z } from 'zod'
import type { FleetView } from './fleet.ts'
import { type Standing, standingSchema } from './worst-first.ts'

export const fleetSchema = z.object({
  /** Id of the host that answers; null: it works by itself. */
  host: z.string().nullable(),
  hosts: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      version: z.string(),
      free_bytes: z.number().nullable(),
      vaults: z.number(),
      /** ISO 8601, UTC; by its own clock. */
      seen: z.string(),
      /** Not seen for a minute. */
      away: z.boolean(),
    }),
  ),
  /** Those that need somebody first. */
  platforms: z.array(standingSchema),
  places: z.array(
    z.object({
      platform: z.string(),
      host: z.string(),
      epoch: z.number(),
      /** Whose documentation it is; null: the configuration of the host that answers does not have the platform. */
      tenant: z.string().nullable(),
    }),
  ),
})

export type FleetAnswer = z.infer<typeof fleetSchema>

/** For who may know of the platforms of some tenants alone: nothing of hosts. Null: of every one. */
export function ofTenants(answer: FleetAnswer, tenants: readonly string[] | null): FleetAnswer {
  if (tenants === null) return answer
  const platforms = answer.platforms.filter(({ tenant }) => tenant !== null && tenants.includes(tenant))
  return {
    ...{ host: null, hosts: [], places: [] },
    platforms: platforms.map(standing => ({ ...standing, host: null, epoch: null })),
  }
}

export interface FleetAsked {
  /** Null: the daemon works by itself. */
  view: FleetView | null
  /** By name of the platform. */
  tenants: ReadonlyMap<string, string>
  platforms: Standing[]
}

export function fleetAnswer({ view, tenants, platforms }: FleetAsked): FleetAnswer {
  if (view === null) return { host: null, hosts: [], platforms, places: [] }
  const places = view.places.map(place => ({ ...place, tenant: tenants.get(place.platform) ?? null }))
  const hosts = view.hosts.map(({ id, name, version, vaults, freeBytes, seenAt, isAway }) => ({
    id,
    name,
    version,
    free_bytes: freeBytes,
    vaults,
    seen: new Date(seenAt).toISOString(),
    away: isAway,
  }))
  return { host: view.host, hosts, platforms, places }
}
