/**
 * What links in a bundle mean: its own pages, files and includes, under the ids they have in the space.
 */
import { createHash } from 'node:crypto'
import type { BundleInclude } from '../../bundle/bundle.ts'
import { makeResolver, type ResolveTarget } from '../content/targets.ts'
import type { FileRecord } from '../state/records/content.ts'
import type { Wanted } from './wanted.ts'

export interface Layout {
  resolve: ResolveTarget
  /** Another one wherever a link may lead elsewhere. */
  key: string
}

export function layoutOf(
  ids: ReadonlyMap<Wanted, string>,
  files: readonly FileRecord[],
  includes: readonly { id: string; include: BundleInclude }[],
): Layout {
  const pages = new Map<string, string>()
  for (const [{ entry }, id] of ids) {
    if (entry.type === 'page' && entry.file !== '' && !pages.has(entry.file)) pages.set(entry.file, id)
  }
  const targets = {
    pages,
    files: new Map(files.map(file => [file.git.path, file.id])),
    includes: new Map(includes.map(({ id, include }) => [include.path, id])),
  }
  const text = JSON.stringify([[...pages], [...targets.files], [...targets.includes]])
  return { resolve: makeResolver(targets), key: createHash('sha256').update(text).digest('base64url') }
}
