/**
 * Takes the vault of this folder over for this host: one that was recovered from a replica, or left behind here. Only where
 * somebody says so, and never from a host that is there: that one has it, and is to leave it.
 */
import { DocvaultError, UsageError } from '../model/errors.ts'
import type { VaultOwner } from '../model/vault-owner.ts'
import type { FleetAnswer } from './answer.ts'

export interface NewestComplete {
  organization: string
  title: string
  /** Of the newest complete snapshot; null: it has none. */
  snapshot: number | null
  /** Of that one. Milliseconds. */
  ageMs: number | null
}

export interface Adoption {
  claim: { host: string; epoch: number }
  /** By what this folder says. */
  owner: VaultOwner
  newest: readonly NewestComplete[]
}

export interface AdoptionWish {
  platform: string
  host: string
  owner: VaultOwner
  newest: readonly NewestComplete[]
  /** What a replica may have missed at most. Milliseconds; null: whoever asks has looked at it. */
  maxAgeMs: number | null
}

/** Its host is there: two would write to what was one vault. Exit code 11. */
export class HostThere extends DocvaultError {
  constructor(platform: string, host: string, seen: string) {
    super('host-there', `${platform} is on host ${host}, which was seen at ${seen}`, {
      hint: 'move it from there: docvault fleet move, on that host',
    })
  }
}

/** Throws HostThere, UsageError; changes nothing. */
export function planAdoption(wish: AdoptionWish, { hosts, places }: FleetAnswer): Adoption {
  const { platform, host, owner, newest } = wish
  if (owner.host === host && !owner.retired)
    throw new UsageError(`the vault of ${platform} is this host's already (epoch ${owner.epoch})`)
  const place = places.find(place => place.platform === platform) ?? null
  const holder = holderOf(owner, place)
  const there = hosts.find(({ id, away }) => id === holder && id !== host && !away)
  if (there) throw new HostThere(platform, there.id, there.seen)
  assertYoung(newest, wish.maxAgeMs)
  const epoch = Math.max(owner.epoch, place?.epoch ?? 0) + 1
  return { claim: { host, epoch }, owner, newest }
}

/** Null: it was left, and nobody has gone on with it. */
function holderOf(owner: VaultOwner, place: FleetAnswer['places'][number] | null): string | null {
  if (place !== null && place.epoch > owner.epoch) return place.host
  if (owner.retired) return null
  return place !== null && place.epoch === owner.epoch ? place.host : owner.host
}

function assertYoung(newest: readonly NewestComplete[], maxAgeMs: number | null): void {
  if (maxAgeMs === null) return
  const old = newest.find(({ ageMs }) => ageMs === null || ageMs > maxAgeMs)
  if (old === undefined && newest.length > 0) return
  const what =
    old === undefined ? 'it has no snapshot at all' : `${old.title} has no complete snapshot that is as young`
  throw new UsageError(
    `this copy of the vault is older than --max-age allows: ${what}; nothing was changed`,
    {
      hint: 'recover a newer run, or allow more',
    },
  )
}
