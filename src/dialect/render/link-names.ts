/** Names the targets of a document's references as paths relative to the file that the document is written to. */
import { posix } from 'node:path'
import type { LinkNames } from './targets.ts'

/** Where a text stands, and what its document may lead to, by id. */
export interface Surroundings {
  file: string
  pathOf(id: string): string | undefined
}

export function linkNamesFrom({ file, pathOf }: Surroundings): LinkNames {
  const relativeTo = (id: string): string | null => {
    const path = pathOf(id)
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
