/** Names the targets of a document's references as paths relative to the file that the document is written to. */
import { posix } from 'node:path'
import type { LinkNames } from '../dialect/render/targets.ts'

/** `paths`: where things of the same space stand, by id. */
export function linkNamesFrom(paths: ReadonlyMap<string, string>, file: string): LinkNames {
  const relativeTo = (id: string): string | null => {
    const path = paths.get(id)
    return path === undefined ? null : posix.relative(posix.dirname(file), path)
  }
  return {
    page: (id, anchor) => withAnchor(relativeTo(id), anchor),
    file: relativeTo,
    reusableContent: relativeTo,
    other: () => null,
  }
}

function withAnchor(path: string | null, anchor: string | undefined): string | null {
  return path === null || anchor === undefined ? path : `${path}#${anchor}`
}
