/**
 * Reads the facts of one night from the vault, in one pass over its changes. What the later backup could not read is unknown: it
 * is no change, and never a removal. The cost follows the number of changes.
 */
import type { Stepwise } from '../model/stepwise.ts'
import type { Vault } from '../vault/vault.ts'
import { WidenedAccess } from './access.ts'
import { Authors } from './authors.ts'
import { ChangedBodies } from './bodies.ts'
import type { Night } from './nights.ts'
import type { Observation } from './observation.ts'
import { Tally } from './tally.ts'

/** `least`: of changed bodies in a space, before any is read. Between its steps nothing else may read by this connection. */
export function* observing(vault: Vault, night: Night, least: number): Stepwise<Observation> {
  const { from, to } = night
  const tally = new Tally(vault, night)
  const bodies = new ChangedBodies(tally)
  const access = new WidenedAccess(vault, night, tally)
  const authors = new Authors(vault)
  // What the earlier one could not read is compared as it was read before that.
  for (const change of vault.changes(from.snapshot, to.snapshot, { gapsOf: [to.snapshot] })) {
    for (const part of [tally, bodies, access, authors]) part.add(change)
    yield
  }
  return {
    night,
    series: yield* tally.series(),
    ...(yield* bodies.read(vault, least)),
    removedSpaces: tally.removedSpaces(),
    widened: access.people,
    newAdministrators: access.administrators,
    authors: authors.authors(),
  }
}
