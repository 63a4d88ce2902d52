/**
 * What links in a bundle mean: its own pages, files and includes, under the ids they have in the space.
 */
import { makeResolver, type ResolveTarget } from '../content/targets.ts'
import type { FileRecord } from '../state/records/content.ts'
import type { NamedInclude } from './build-files.ts'
import type { Wanted } from './wanted.ts'

export function resolverOf(
  ids: ReadonlyMap<Wanted, string>,
  files: readonly FileRecord[],
  includes: readonly NamedInclude[],
): ResolveTarget {
  const pages = new Map<string, string>()
  for (const [{ entry }, id] of ids) {
    if (entry.type === 'page' && entry.file !== '' && !pages.has(entry.file)) pages.set(entry.file, id)
  }
  return makeResolver({
    pages,
    files: new Map(files.map(file => [file.git.path, file.id])),
    includes: new Map(includes.map(({ id, include }) => [include.path, id])),
  })
}
