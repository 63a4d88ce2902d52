/** Holds what a search answers against the oracle. */

import type { FindRequest } from '../../src/search/query/request.ts'
import { search } from '../../src/search/query/search.ts'
import type { Vault } from '../../src/vault/vault.ts'
import { nameOf, type Oracle, type Stood } from './oracle.ts'

export const UNLIMITED = { context: 20, maxDurationMs: 600_000, maxMatches: 1_000_000 } as const

export async function stoodBySearch(vault: Vault, request: Partial<FindRequest>): Promise<Stood> {
  const { matches, truncated, searched } = await search(vault, { texts: [], ...UNLIMITED, ...request })
  if (truncated !== null || searched.damaged > 0) throw new Error('the search is not whole')
  const stood: Stood = new Map()
  for (const match of matches.toSorted((a, b) => a.first - b.first)) {
    const name = nameOf({ ...match, parentId: match.parent })
    stood.set(name, [...(stood.get(name) ?? []), [match.first, match.last]])
  }
  return stood
}

/** Null: they agree. */
export async function disagreement(
  vault: Vault,
  oracle: Oracle,
  texts: readonly string[],
  without: readonly string[] = [],
): Promise<object | null> {
  const expected = sorted(oracle.find(texts, without))
  const found = sorted(await stoodBySearch(vault, { texts, without }))
  return JSON.stringify(expected) === JSON.stringify(found) ? null : { texts, without, expected, found }
}

function sorted(stood: Stood): [string, [number, number][]][] {
  return [...stood].sort(([a], [b]) => (a < b ? -1 : 1))
}
