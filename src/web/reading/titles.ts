/**
 * Titles of many things at once. What a title is read from never changes, so one that was read is remembered; the others are
 * read in the order in which they are stored.
 */
import { makeLabelOf } from '../../diff/describe.ts'
import { resources } from '../../resources/index.ts'
import type { Called } from '../../restore/run-words.ts'
import type { ResourceKey, StoredResource } from '../../vault/vault.ts'
import type { OrganizationAsked } from './asked.ts'

export function titlesOf(
  { vault, found }: Pick<OrganizationAsked, 'vault' | 'found'>,
  things: readonly StoredResource[],
): Map<ResourceKey, string> {
  const label = makeLabelOf(vault, resources)
  const inOrder = things.toSorted((a, b) => a.content - b.content)
  return new Map(
    inOrder.map(thing => {
      const name = `${thing.kind} ${thing.contentDigest}`
      return [thing.key, found.titles.of(name) ?? found.titles.keep(name, label(thing))]
    }),
  )
}

/** By the title that it has in a snapshot; what it does not name, by the name itself. */
export function calledIn(at: Pick<OrganizationAsked, 'vault' | 'found'>, snapshot: number): Called {
  return (word, name) => {
    const kind = KINDS.find(known => known === word)
    const [thing] = kind === undefined ? [] : at.vault.find(snapshot, kind, name)
    return (thing && titlesOf(at, [thing]).get(thing.key)) ?? name
  }
}

const KINDS = ['space', 'page', 'file', 'collection', 'site'] as const
