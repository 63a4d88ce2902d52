/**
 * Whether two documents say the same where the ids in them differ, as between a space and its copy: what one leads to counts
 * by its name, which is its path in a space of that title, and handles of an editor do not count at all
 * (docs/concepts/digests.md). What a snapshot does not have keeps its id, so that documents which name it differ.
 */
import type { Digest } from '../model/digest.ts'
import { page } from '../resources/page.ts'
import type { StoredPart, Vault } from '../vault/vault.ts'

/** Of one snapshot: name by id. */
export type NamesById = ReadonlyMap<string, string>

export function saysTheSame(
  vault: Vault,
  [before, after]: readonly [StoredPart, StoredPart],
  [namesBefore, namesAfter]: readonly NamesById[],
): boolean {
  return meaningOf(vault, before, namesBefore) === meaningOf(vault, after, namesAfter)
}

function meaningOf(
  vault: Vault,
  { content, name }: StoredPart,
  names: NamesById | undefined,
): Digest | undefined {
  const document: unknown = JSON.parse(vault.read(content).toString(), (_, value: unknown) =>
    typeof value === 'string' ? (names?.get(value) ?? value) : value,
  )
  return page.meaningOfBody?.(name, Buffer.from(JSON.stringify(document)))
}
