/**
 * Where the things of a space stand, as its Markdown is written: each at the path that it is known by, though it may get
 * another (links follow it then), else at the one that a bundle gives it.
 */
export interface Places {
  /** Of the page or reusable content itself. */
  file: string
  pathOf(id: string): string | undefined
  /** Of two at one path the first of the tree. */
  idAt(path: string): string | undefined
}

export type Standing = Omit<Places, 'file'>

/** Ids and paths in reading order. */
export function makeStanding(pairs: Iterable<readonly [id: string, path: string]>): Standing {
  const paths = new Map<string, string>()
  const ids = new Map<string, string>()
  for (const [id, path] of pairs) {
    if (!paths.has(id)) paths.set(id, path)
    if (!ids.has(path)) ids.set(path, id)
  }
  return { pathOf: id => paths.get(id), idAt: path => ids.get(path) }
}
