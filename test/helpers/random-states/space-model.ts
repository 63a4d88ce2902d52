/**
 * A space as a plain value: a tree of pages, groups and links with everything that can be said of them, and files. One
 * edit makes another value of it. What stands for the same page in both has the same key.
 */
export type NodeKind = 'page' | 'group' | 'link'

export interface NodeModel {
  key: number
  kind: NodeKind
  title: string
  /** Sidebar title alone: the heading of the body stays as it was. */
  sidebar?: string
  slug: string
  text: string
  /** Keys of pages that its body leads to. */
  links: readonly number[]
  /** Names of files that its body shows. */
  shows: readonly string[]
  /** Name of a file. */
  cover?: string
  /** Key of the page that a link leads to, in place of an address, and that a page names as what it is an alternate of. */
  leads?: number
  /** Shows the reusable content. */
  includes?: boolean
  /** `description`, `emoji`, `hidden`, `layout`, …: what front matter says. */
  said: Readonly<Record<string, unknown>>
  /** What no front matter says, set on the platform itself. */
  set: Readonly<Record<string, unknown>>
  below: readonly NodeModel[]
}

export interface SpaceModel {
  nodes: readonly NodeModel[]
  /** Name → bytes. */
  files: Readonly<Record<string, string>>
  note: string
  /** Its variable. */
  version: string | null
  /** The next key. */
  next: number
}

export function* walkNodes(nodes: readonly NodeModel[]): Generator<NodeModel> {
  for (const node of nodes) {
    yield node
    yield* walkNodes(node.below)
  }
}

export function newNode(key: number, kind: NodeKind): NodeModel {
  const title = `${kind === 'page' ? 'Page' : kind === 'group' ? 'Group' : 'Link'} ${key}`
  const slug = `${kind}-${key}`
  return {
    key,
    kind,
    title,
    slug,
    text: `What ${title} says.`,
    links: [],
    shows: [],
    said: {},
    set: {},
    below: [],
  }
}

/** Groups stand at the root only, and nothing below a link. */
export function insertNode(
  nodes: readonly NodeModel[],
  node: NodeModel,
  parent: number | null,
  at: number,
): readonly NodeModel[] {
  if (parent === null || node.kind === 'group') return nodes.toSpliced(at % (nodes.length + 1), 0, node)
  return nodes.map(one =>
    one.key === parent
      ? { ...one, below: one.below.toSpliced(at % (one.below.length + 1), 0, node) }
      : { ...one, below: insertBelow(one.below, node, parent, at) },
  )
}

function insertBelow(
  nodes: readonly NodeModel[],
  node: NodeModel,
  parent: number,
  at: number,
): readonly NodeModel[] {
  return [...walkNodes(nodes)].some(one => one.key === parent) ? insertNode(nodes, node, parent, at) : nodes
}

export function changeNode(
  nodes: readonly NodeModel[],
  key: number,
  change: (node: NodeModel) => NodeModel | null,
): readonly NodeModel[] {
  return nodes.flatMap(node => {
    const changed = node.key === key ? change(node) : node
    return changed === null ? [] : [{ ...changed, below: changeNode(changed.below, key, change) }]
  })
}
