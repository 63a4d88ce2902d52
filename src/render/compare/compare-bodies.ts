/** Two states of a body, compared as what they are written in. Total, as the renderers are. */
import { renderDocument as asMarkdown } from '../../dialect/render/render-document.ts'
import type { LinkNames } from '../../dialect/render/targets.ts'
import { digestOf } from '../../model/digest.ts'
import type { RenderContext } from '../context.ts'
import { allTextOf, renderTooDeep, topBlocks } from '../document/render-document.ts'
import type { Html } from '../html/element.ts'
import { markdownRuns, renderSource } from '../markdown/render-markdown.ts'
import { compareBlocks } from './compare-blocks.ts'
import type { ComparableBlock, Comparison } from './comparison.ts'
import { documentBlocks } from './document-blocks.ts'
import { markdownBlocks } from './markdown-blocks.ts'

/** As JSON, or as text with its front matter. */
export type Body = { document: unknown } | { markdown: string }

const MIXED =
  'One of the two is kept as a document and the other as Markdown: both are compared as Markdown, in which links look different.'

export function compareBodies(before: Body, after: Body, context: RenderContext): Comparison {
  if ('document' in before === 'document' in after)
    return compareBlocks(blocksOf(before, context), blocksOf(after, context))
  const [left, right] = [before, after].map(body => blocksOf(inMarkdown(body), context))
  const { blocks, limits } = compareBlocks(left ?? [], right ?? [])
  return { blocks, limits: [MIXED, ...limits] }
}

function blocksOf(body: Body, context: RenderContext): ComparableBlock[] {
  if ('document' in body) {
    const nodes = topBlocks(body.document)
    if (nodes !== null) return documentBlocks(nodes, context)
    return [wholeBlock(allTextOf(body.document), renderTooDeep(body.document))]
  }
  const runs = markdownRuns(body.markdown)
  if (runs !== null) return markdownBlocks(runs, context)
  return [wholeBlock(body.markdown, renderSource(body.markdown))]
}

/** What has no blocks that could be told apart. */
function wholeBlock(text: string, html: Html): ComparableBlock {
  return {
    type: '',
    digest: digestOf(text),
    text,
    besides: '',
    parts: [],
    render: () => html,
    renderWords: () => html,
  }
}

const NO_NAMES: LinkNames = {
  page: () => null,
  file: () => null,
  reusableContent: () => null,
  other: () => null,
}

function inMarkdown(body: Body): Body {
  if ('markdown' in body || topBlocks(body.document) === null) return body
  return { markdown: asMarkdown(body.document, NO_NAMES) }
}
