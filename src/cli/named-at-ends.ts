/**
 * What a name means at either end of a comparison: the ids that it has there, which need not be the same. Several at one end
 * are an error.
 */
import { findFitting } from '../lookup/find.ts'
import { makeNames } from '../lookup/names.ts'
import { type Asked, ambiguous, missing } from '../lookup/unclear.ts'
import type { Kind } from '../model/resource.ts'
import type { SnapshotPair } from '../model/snapshot.ts'
import { ACCOUNT, MEMBERSHIP } from '../resources/people.ts'
import type { Vault } from '../vault/vault.ts'
import type { FoundResource } from './find-resource.ts'

/** Throws UsageError. Undefined where no name is given. */
export function spacesAtEnds(
  vault: Vault,
  ends: SnapshotPair,
  name: string | undefined,
): string[] | undefined {
  if (name === undefined) return undefined
  const found = atEnds(vault, ends, { kinds: ['space'], name, option: '--space' })
  return found.map(({ resource }) => resource.id)
}

/** All that the person is called by: what is said of them says it by one of these. */
export function personAtEnds(
  vault: Vault,
  ends: SnapshotPair,
  name: string | undefined,
): string[] | undefined {
  if (name === undefined) return undefined
  const namesOf = makeNames(vault)
  // Who has left is still known by an account.
  const found = atEnds(vault, ends, { kinds: [MEMBERSHIP, ACCOUNT], name, option: '--person' })
  return found.flatMap(({ snapshot, resource }) => {
    const { id, title, also } = namesOf(resource, snapshot.snapshot)
    return [id, title, ...also]
  })
}

interface OptionWish {
  /** The first that has something counts. */
  kinds: readonly [Kind, ...Kind[]]
  name: string
  option: string
}

function atEnds(vault: Vault, { a, b }: SnapshotPair, { kinds, name, option }: OptionWish): FoundResource[] {
  const askedAt = (snapshot: SnapshotPair['a'], kind: Kind): Asked => ({
    ...{ vault, snapshot, wish: { kind, name } },
    command: resource => (kinds.includes(resource.kind) ? `${option} ${resource.id}` : null),
  })
  for (const kind of kinds) {
    const found = [b, a].flatMap(snapshot => {
      const fitting = findFitting(vault, snapshot.snapshot, { kind, name })
      if (fitting.count > 1) throw ambiguous(askedAt(snapshot, kind), fitting)
      return fitting.found.map(resource => ({ snapshot, resource, fit: fitting.fit }))
    })
    const best = Math.min(...found.map(({ fit }) => fit))
    if (found.length > 0) return found.filter(({ fit }) => fit === best)
  }
  throw missing(askedAt(b, kinds[0]))
}
