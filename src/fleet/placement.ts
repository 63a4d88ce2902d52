/**
 * Which host may work on a vault: decided from what the vault in this folder says of its owner, and what Redis says of its
 * place. The vault is believed; Redis only tells of what happened elsewhere, and of two it counts when its epoch is the
 * later one. Pure.
 */
import { createHash } from 'node:crypto'
import type { Claim, VaultOwner } from '../model/vault-owner.ts'

/** Where the vault of a platform is. */
export interface Place {
  /** Id of the host. */
  host: string
  epoch: number
}

export interface Standpoint {
  /** Id of this host. */
  host: string
  /** Null: there is no vault in this folder. */
  owner: VaultOwner | null
  /** Null: Redis knows of none. */
  place: Place | null
  /** The host that makes a vault that is nowhere; null: it is not known who is there. */
  home: string | null
}

export type Ruling =
  | { is: 'ours'; claim: Claim }
  /** `place`: where, as far as that is known. */
  | { is: 'elsewhere'; place: Place | null; why: string }
  /** It was taken over while nobody here knew: this folder is to be retired for `place`. */
  | { is: 'left-behind'; place: Place }

export function decidePlace({ host, owner, place, home }: Standpoint): Ruling {
  if (owner === null) return withoutVault({ host, place, home })
  const there = owner.host === null ? null : { host: owner.host, epoch: owner.epoch }
  if (owner.retired) return elsewhere(there, 'this folder was left behind')
  if (there !== null && there.host !== host) return elsewhere(there, 'the vault is of another host')
  if (there === null) return joining(host, owner.epoch, place)
  return ours(there, place)
}

function withoutVault({ host, place, home }: Omit<Standpoint, 'owner'>): Ruling {
  if (place === null && home === host) return { is: 'ours', claim: { host, epoch: 1 } }
  if (place === null)
    return elsewhere(
      null,
      home === null ? 'it is made when it is known who is there' : 'another host is to make its vault',
    )
  return place.host === host
    ? elsewhere(place, 'its vault was here and is gone: recover it from a replica')
    : elsewhere(place, 'it is placed on another host')
}

/** A vault of before the fleet. */
function joining(host: string, epoch: number, place: Place | null): Ruling {
  if (place !== null && place.host !== host) return elsewhere(place, 'it is placed on another host')
  return { is: 'ours', claim: { host, epoch: Math.max(epoch + 1, place?.epoch ?? 0) } }
}

function ours(own: Place, place: Place | null): Ruling {
  // Redis was emptied, or restored from before: it is told again.
  if (place === null || place.epoch < own.epoch) return { is: 'ours', claim: own }
  if (place.host === own.host)
    return place.epoch === own.epoch
      ? { is: 'ours', claim: own }
      : elsewhere(place, `this folder is of epoch ${own.epoch}, and there was a later one`)
  if (place.epoch === own.epoch) return elsewhere(place, 'another host says the same of itself')
  return { is: 'left-behind', place }
}

function elsewhere(place: Place | null, why: string): Ruling {
  return { is: 'elsewhere', place, why }
}

/** Of the hosts that are there, the one to make a new vault: the same for whoever asks, and for few others when one comes or goes. */
export function homeOf(platform: string, hosts: readonly string[]): string | null {
  const weight = (host: string) => createHash('sha256').update(`${platform} ${host}`).digest('hex')
  return hosts.toSorted((a, b) => (weight(a) < weight(b) ? -1 : 1))[0] ?? null
}
