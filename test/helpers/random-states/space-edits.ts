/** Random spaces, and random edits of them: small values that fast-check can shrink, applied to a model. */
import fc from 'fast-check'
import {
  changeNode,
  insertNode,
  type NodeKind,
  type NodeModel,
  newNode,
  type SpaceModel,
  walkNodes,
} from './space-model.ts'

const EDITS = [
  'add page',
  'add group',
  'add link',
  'remove',
  'move',
  'title',
  'sidebar',
  'slug',
  'text',
  'link',
  'leads',
  'show',
  'include',
  'cover',
  'description',
  'emoji',
  'icon',
  'hidden',
  'noIndex',
  'noRobotsIndex',
  'layout',
  'vars',
  'tags',
  'linkTitle',
  'metaLinks',
  'condition',
  'file',
  'no file',
  'markdown file',
  'note',
  'version',
] as const
export type EditName = (typeof EDITS)[number]

export interface SpaceEdit {
  what: EditName
  which: number
  other: number
  /** Sets, else takes away. */
  on: boolean
}

export const spaceEdit: fc.Arbitrary<SpaceEdit> = fc.record({
  what: fc.constantFrom(...EDITS),
  which: fc.nat(30),
  other: fc.nat(30),
  on: fc.boolean(),
})

/** A space with something in it is made by edits as well. */
export function spaceOf(edits: readonly SpaceEdit[]): SpaceModel {
  const first: SpaceModel = {
    nodes: [newNode(0, 'page'), newNode(1, 'page')],
    files: { 'map.png': 'not really a map' },
    note: 'Noted.',
    version: null,
    next: 2,
  }
  return editSpace(first, edits)
}

export function editSpace(space: SpaceModel, edits: readonly SpaceEdit[]): SpaceModel {
  return edits.reduce(editOnce, space)
}

function editOnce(space: SpaceModel, edit: SpaceEdit): SpaceModel {
  const { what, which, other, on } = edit
  switch (what) {
    case 'add page':
      return added(space, 'page', edit)
    case 'add group':
      return added(space, 'group', edit)
    case 'add link':
      return added(space, 'link', edit)
    case 'file':
      return { ...space, files: { ...space.files, [`file-${which % 4}.txt`]: `bytes ${other}` } }
    case 'markdown file':
      return { ...space, files: { ...space.files, 'terms.md': `# Terms ${other}\n` } }
    case 'no file': {
      const name = Object.keys(space.files)[which % Math.max(1, Object.keys(space.files).length)]
      return {
        ...space,
        files: Object.fromEntries(Object.entries(space.files).filter(([one]) => one !== name)),
      }
    }
    case 'note':
      return { ...space, note: on ? `Noted ${other}.` : 'Noted.' }
    case 'version':
      return { ...space, version: on ? `v${other}` : null }
    default: {
      const nodes = [...walkNodes(space.nodes)]
      const node = nodes[which % Math.max(1, nodes.length)]
      if (node === undefined) return space
      if (what === 'move') return moved(space, node, edit)
      const change = (one: NodeModel) => changed(space, one, edit)
      return { ...space, nodes: changeNode(space.nodes, node.key, change) }
    }
  }
}

function added(space: SpaceModel, kind: NodeKind, { which, other }: SpaceEdit): SpaceModel {
  const node = newNode(space.next, kind)
  const parent = parentFor(space.nodes, other)
  return { ...space, next: space.next + 1, nodes: insertNode(space.nodes, node, parent, which) }
}

function moved(space: SpaceModel, node: NodeModel, { other, which }: SpaceEdit): SpaceModel {
  const rest = changeNode(space.nodes, node.key, () => null)
  const parent = parentFor(rest, other)
  return { ...space, nodes: insertNode(rest, node, parent, which + other) }
}

/** Null: the root. */
function parentFor(nodes: readonly NodeModel[], choice: number): number | null {
  const parents = [...walkNodes(nodes)].filter(one => one.kind !== 'link')
  return choice % 3 === 0 ? null : (parents[choice % Math.max(1, parents.length)]?.key ?? null)
}

/** Null: it is removed. */
function changed(space: SpaceModel, node: NodeModel, edit: SpaceEdit): NodeModel | null {
  const { what, other, on } = edit
  const says = (value: unknown) => ({ ...node, said: withField(node.said, what, on ? value : undefined) })
  const sets = (value: unknown) => ({ ...node, set: withField(node.set, what, on ? value : undefined) })
  const isPage = node.kind === 'page'
  switch (what) {
    case 'remove':
      return null
    case 'title':
      return { ...node, title: `${titleOf(node)} (${other})` }
    case 'sidebar':
      return isPage ? withOptional(node, 'sidebar', on ? `Known as ${node.key}-${other}` : undefined) : node
    case 'slug':
      return isPage ? { ...node, slug: `page-${node.key}-${other}` } : node
    case 'text':
      return { ...node, text: on ? `What was written ${other}.` : `What ${titleOf(node)} says.` }
    case 'link':
      return isPage ? { ...node, links: on ? [keyAt(space, other)] : [] } : node
    case 'leads':
      return node.kind === 'group' ? node : withOptional(node, 'leads', on ? keyAt(space, other) : undefined)
    case 'show':
      return isPage ? { ...node, shows: on ? Object.keys(space.files).slice(0, 1 + (other % 2)) : [] } : node
    case 'include':
      return isPage ? { ...node, includes: on } : node
    case 'cover':
      return isPage ? withOptional(node, 'cover', on ? Object.keys(space.files)[0] : undefined) : node
    case 'description':
      return isPage ? says(`About ${other}`) : node
    case 'emoji':
      return isPage ? says(['1f680', '1f4d6', '2728'][other % 3]) : node
    case 'icon':
      return isPage ? says(['bolt', 'book', 'map'][other % 3]) : node
    case 'hidden':
    case 'noIndex':
    case 'noRobotsIndex':
      return isPage ? says(true) : node
    case 'layout':
      return isPage ? says({ outline: { visible: false }, cover: { visible: true, size: 'full' } }) : node
    case 'vars':
      return isPage ? says({ version: `1.${other}` }) : node
    case 'tags':
      return isPage ? sets([{ tag: { kind: 'tag', tag: `tag-${other % 3}` } }]) : node
    case 'linkTitle':
      return isPage ? sets(`Short ${other}`) : node
    case 'metaLinks':
      return isPage ? sets({ canonical: { kind: 'url', url: `https://example.com/${other}` } }) : node
    case 'condition':
      return sets(`visitor.claims.plan == "${other}"`)
    default:
      return node
  }
}

function titleOf({ title }: NodeModel): string {
  return title.replace(/ \(.*$/, '')
}

function keyAt(space: SpaceModel, choice: number): number {
  const pages = [...walkNodes(space.nodes)].filter(one => one.kind === 'page')
  return pages[choice % Math.max(1, pages.length)]?.key ?? 0
}

function withField(fields: NodeModel['said'], name: string, value: unknown): NodeModel['said'] {
  const rest = Object.entries(fields).filter(([one]) => one !== name)
  return Object.fromEntries(value === undefined ? rest : [...rest, [name, value]])
}

function withOptional<K extends 'sidebar' | 'cover' | 'leads'>(
  node: NodeModel,
  name: K,
  value: NodeModel[K] | undefined,
): NodeModel {
  const rest: NodeModel = { ...node }
  delete rest[name]
  return value === undefined ? rest : { ...rest, [name]: value }
}
