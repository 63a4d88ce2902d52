/** What differs between two nights, in parts: made in turns with the pages of others, and remembered for the next part. */
import { setImmediate } from 'node:timers/promises'
import { type Outline, outlineChanges } from '../../diff/outline.ts'
import type { SnapshotPair } from '../../model/snapshot.ts'
import { inTurns } from '../../model/stepwise.ts'
import type { Asked, OrganizationAsked } from './asked.ts'
import { VaultReplaced } from './errors.ts'

/** To read each takes about a fifth of a millisecond. */
const FEW = 250

export async function changesBetween(
  asked: Asked,
  { vault, found, platform }: OrganizationAsked,
  pair: SnapshotPair,
): Promise<Outline> {
  const giveWay = async () => {
    await setImmediate()
    asked.signal.throwIfAborted()
    if (asked.readers.of(platform).vault !== vault) throw new VaultReplaced()
  }
  const name = `${pair.a.snapshot} ${pair.b.snapshot}`
  const known = found.outlines.of(name)
  return known ?? found.outlines.keep(name, await inTurns(outlineChanges(vault, pair, FEW), giveWay))
}
