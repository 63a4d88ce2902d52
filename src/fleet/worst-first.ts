/** How every platform of a fleet stands, those first that need somebody. Pure. */
import { z } from 'zod'
import type { FleetView } from './fleet.ts'
import type { PlatformReport } from './report.ts'

/** Worst first. */
export const STANDINGS = ['away', 'nowhere', 'wrong', 'unprotected', 'unknown', 'well'] as const

export const standingSchema = z.object({
  platform: z.string(),
  /** Whose documentation it is; null: the configuration of the host that answers does not have the platform. */
  tenant: z.string().nullable(),
  /** Null: no host has its vault, or the daemon works by itself. */
  host: z.string().nullable(),
  epoch: z.number().nullable(),
  /**
   * `away`: its host is not there; `nowhere`: no host has made its vault; `wrong`: a condition lasts; `unprotected`: an organization has
   * no complete snapshot, or none was seen; `unknown`: its host has not said; `well`: none of these.
   */
  state: z.enum(STANDINGS),
  /** In a line; null: it is well. */
  why: z.string().nullable(),
  conditions: z.number(),
  /** Of its organizations, the oldest of their newest complete snapshots began then. ISO 8601, UTC. */
  complete: z.string().nullable(),
  /** When that was so. ISO 8601, UTC; null: nobody has said. */
  as_of: z.string().nullable(),
})
export type Standing = z.infer<typeof standingSchema>

export interface Standpoints {
  /** Null: the daemon works by itself. */
  fleet: FleetView | null
  /** Of what is held here, by platform. */
  own: ReadonlyMap<string, PlatformReport>
  /** Of what is configured here, by platform. */
  tenants: ReadonlyMap<string, string>
  /** Milliseconds since the epoch. */
  now: number
}

export function standingsOf(given: Standpoints): Standing[] {
  const placed = new Map(given.fleet?.places.map(place => [place.platform, place]))
  const names = new Set([...placed.keys(), ...given.tenants.keys()])
  return [...names]
    .map(name => ({ name, place: placed.get(name) ?? null }))
    .map(({ name, place }) => rank(given, name, place))
    .toSorted(compare)
    .map(({ standing }) => standing)
}

interface Ranked {
  standing: Standing
  gravity: number
}

type PlaceOf = FleetView['places'][number] | null

function rank({ fleet, own, tenants, now }: Standpoints, platform: string, place: PlaceOf): Ranked {
  const host = fleet?.hosts.find(({ id }) => id === place?.host)
  const isOwn = fleet === null || place?.host === fleet.host
  const report = (isOwn ? own.get(platform) : fleet?.reports.get(platform)) ?? null
  const seenAt = isOwn ? now : host?.seenAt
  const standing = {
    platform,
    tenant: tenants.get(platform) ?? null,
    host: place?.host ?? null,
    epoch: place?.epoch ?? null,
    conditions: report?.conditions ?? 0,
    complete: report?.complete ?? null,
    as_of: report === null || seenAt === undefined ? null : new Date(seenAt).toISOString(),
  }
  const found = (state: Standing['state'], why: string | null): Ranked => ({
    standing: { ...standing, state, why },
    gravity: report?.gravity ?? Number.POSITIVE_INFINITY,
  })
  if (fleet !== null && place === null) return found('nowhere', 'no host has made its vault yet')
  if (!isOwn && (host === undefined || host.isAway)) return found('away', awayWords(host?.seenAt))
  if (report === null) return found('unknown', 'its host has not said yet how it stands')
  if (report.conditions > 0) return found('wrong', report.why)
  return report.complete === null
    ? found('unprotected', 'an organization has no complete snapshot yet, or none was seen')
    : found('well', null)
}

function awayWords(seenAt: number | undefined): string {
  return seenAt === undefined
    ? 'its host is not known any more'
    : `its host was last seen ${new Date(seenAt).toISOString()}`
}

function compare(a: Ranked, b: Ranked): number {
  const place = ({ standing }: Ranked) => STANDINGS.indexOf(standing.state)
  const byName = a.standing.platform < b.standing.platform ? -1 : 1
  // The same gravity may be infinite on both sides.
  const byGravity = a.gravity === b.gravity ? 0 : a.gravity - b.gravity
  return place(a) - place(b) || byGravity || byName
}
