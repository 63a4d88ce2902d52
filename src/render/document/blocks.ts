/** The table of what each block becomes. Text and inlines that stand among blocks become paragraphs. */
import { asBlocks } from '../../dialect/render/blocks.ts'
import type { DocumentNode } from '../../dialect/render/node.ts'
import { element, type Html, join } from '../html/element.ts'
import { code } from './code.ts'
import {
  columns,
  condition,
  expandable,
  hint,
  prompt,
  stepper,
  tabs,
  tabsItem,
  update,
  updates,
} from './containers.ts'
import { contentRef, embed, file, integration, reusableContent } from './embeds.ts'
import { drawing, figure, images } from './images.ts'
import { list, listItem } from './lists.ts'
import { openApiOperation, openApiSchemas, openApiWebhook } from './openapi.ts'
import { blockquote, divider, heading, math, paragraph } from './paragraphs.ts'
import type { Rendering } from './rendering.ts'
import { table } from './tables.ts'
import { unknownBlock } from './unknown.ts'

type RenderBlock = (node: DocumentNode, rendering: Rendering) => Html

const RENDERERS: Readonly<Record<string, RenderBlock>> = {
  paragraph,
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map(level => [`heading-${level}`, heading] as const)),
  'list-ordered': list,
  'list-unordered': list,
  'list-tasks': list,
  'list-item': listItem,
  divider,
  blockquote,
  hint,
  prompt,
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
  'tabs-item': tabsItem,
  stepper,
  columns,
  updates,
  update,
  if: condition,
  table,
  swagger: openApiOperation,
  'openapi-operation': openApiOperation,
  'openapi-webhook': openApiWebhook,
  'openapi-schemas': openApiSchemas,
}

export function renderBlocks(nodes: readonly DocumentNode[], rendering: Rendering): Html {
  return join(asBlocks(nodes).map(node => renderBlock(node, rendering)))
}

export function renderBlock(node: DocumentNode, rendering: Rendering): Html {
  const render = Object.hasOwn(RENDERERS, node.type) ? RENDERERS[node.type] : undefined
  return render === undefined ? unknownBlock(node, rendering) : render(node, rendering)
}

/** The notes of a block, behind it. */
export function noteBlock(number: number, body: readonly DocumentNode[], rendering: Rendering): Html {
  return element(
    'aside',
    { class: 'note' },
    element('p', { class: 'label' }, `[${number}]`),
    rendering.blocks(body),
  )
}
