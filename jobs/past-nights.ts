/**
 * What is remembered of the nights of an organization, as a fact of the vault: the counts by which a night is unusual. It
 * follows from the snapshots and is made again where it is gone; of snapshots that were pruned it is all that is left.
 */
import { z } from 'zod'
import type { PastNight } from '../src/anomalies/observation.ts'
import type { Vault, WritableVault } from '../src/vault/vault.ts'

const schema = z.object({
  /** The newest snapshot that was looked at. */
  seen: z.number(),
  nights: z.array(
    z.object({
      from: z.number(),
      to: z.number(),
      isComplete: z.boolean(),
      counts: z.record(z.string(), z.array(z.number())),
    }),
  ),
})

export interface PastNights {
  seen: number
  /** Oldest first. */
  nights: PastNight[]
}

/** Null: nobody has looked yet, or what was kept cannot be read. */
export function readPastNights(vault: Vault, organization: string): PastNights | null {
  const text = vault.fact(keyOf(organization))
  if (text === null) return null
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

export function keepPastNights(
  vault: WritableVault,
  organization: string,
  { seen, nights }: PastNights,
  most: number,
): void {
  vault.setFact(keyOf(organization), JSON.stringify({ seen, nights: nights.slice(-most) }))
}

function keyOf(organization: string): string {
  return `anomalies ${organization}`
}
