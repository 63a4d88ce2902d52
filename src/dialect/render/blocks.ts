/**
 * The table of what each block becomes, and how blocks follow one another: one blank line between them.
 */
import { code } from './code-blocks.ts'
import { columns, condition, expandable, hint, stepper, tabs } from './containers.ts'
import { contentRef, embed, file, integration, reusableContent } from './embeds.ts'
import { comment } from './html.ts'
import { drawing, figure, images } from './images.ts'
import { leftovers } from './leftovers.ts'
import { list, listFamily } from './lists.ts'
import type { DocumentNode } from './node.ts'
import { openApiOperation, openApiSchemas, openApiWebhook, swagger } from './openapi-blocks.ts'
import { blockquote, heading, math, paragraph } from './paragraphs.ts'
import type { Rendering } from './rendering.ts'
import { table } from './tables.ts'

type RenderBlock = (node: DocumentNode, rendering: Rendering, alternate: boolean) => string

const RENDERERS: Readonly<Record<string, RenderBlock>> = {
  paragraph,
  ...Object.fromEntries([1, 2, 3, 4, 5].map(level => [`heading-${level}`, heading] as const)),
  'list-ordered': list,
  'list-unordered': list,
  'list-tasks': list,
  divider: () => '***',
  blockquote,
  hint,
  code,
  math,
  images,
  image: figure,
  drawing,
  file,
  embed,
  'content-ref': contentRef,
  'reusable-content': reusableContent,
  integration,
  expandable,
  tabs,
  stepper,
  columns,
  if: condition,
  table,
  swagger,
  'openapi-operation': openApiOperation,
  'openapi-webhook': openApiWebhook,
  'openapi-schemas': openApiSchemas,
}

export function renderBlocks(nodes: readonly DocumentNode[], rendering: Rendering): string {
  const blocks = asBlocks(nodes)
  let before: DocumentNode | undefined
  let alternate = false
  const texts = blocks.map(node => {
    const family = listFamily(node)
    alternate = family !== undefined && before !== undefined && family === listFamily(before) && !alternate
    before = node
    return { text: renderBlock(node, rendering, alternate), isParagraph: node.type === 'paragraph' }
  })
  const end = texts.findLastIndex(({ text }) => text !== '')
  // An editor leaves an empty paragraph at the end; elsewhere somebody put it there.
  const kept = texts
    .slice(0, end + 1)
    .map(({ text, isParagraph }) => (text === '' && isParagraph ? '<br>' : text))
  return kept.filter(text => text !== '').join('\n\n')
}

function renderBlock(node: DocumentNode, rendering: Rendering, alternate: boolean): string {
  const render = Object.hasOwn(RENDERERS, node.type) ? RENDERERS[node.type] : undefined
  if (render === undefined) return unknownBlock(node, rendering)
  const text = render(node, rendering, alternate)
  const left = leftovers(node)
  const rest = left.length === 0 ? '' : rendering.blocks(left)
  return rest === '' ? text : `${text}\n\n${rest}`
}

function unknownBlock(node: DocumentNode, rendering: Rendering): string {
  const inside = [...node.nodes, ...node.fragments.flatMap(fragment => fragment.nodes)]
  const own = node.leaves.length === 0 ? [] : [{ ...node, kind: 'text' as const }]
  const content = rendering.blocks([...own, ...inside])
  return [comment(node.kind, node.type), content].filter(part => part !== '').join('\n\n')
}

/** Text and inlines that stand among blocks become paragraphs. */
export function asBlocks(nodes: readonly DocumentNode[]): DocumentNode[] {
  const blocks: DocumentNode[] = []
  let run: DocumentNode[] = []
  const endRun = () => {
    if (run.length > 0) blocks.push(paragraphOf(run))
    run = []
  }
  for (const node of nodes) {
    if (node.kind === 'block') {
      endRun()
      blocks.push(node)
    } else {
      run.push(node)
    }
  }
  endRun()
  return blocks
}

function paragraphOf(nodes: readonly DocumentNode[]): DocumentNode {
  return {
    kind: 'block',
    type: 'paragraph',
    data: {},
    id: undefined,
    name: '',
    nodes,
    fragments: [],
    leaves: [],
  }
}
