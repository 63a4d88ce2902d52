/**
 * Blocks that show something else: other content, a page of the web, a file, a reusable content, an integration.
 */
import { recordOf } from '../../model/fields.ts'
import { destination, escapeText } from './escape.ts'
import { type Data, type DocumentNode, flagIn, fragmentOf, textIn } from './node.ts'
import type { Rendering } from './rendering.ts'
import { pairedTag, tag, tagText } from './tag.ts'
import { targetOf } from './targets.ts'

export function contentRef(node: DocumentNode, { links }: Rendering): string {
  const url = targetOf(node.data.ref, links)
  return pairedTag('content-ref', { url }, linkTo(url))
}

export function linkTo(target: string): string {
  return `[${escapeText(target)}](${destination(target)})`
}

export function embed(node: DocumentNode, rendering: Rendering): string {
  const attributes = { url: textIn(node.data, 'url') ?? '', fullWidth: flagIn(node.data, 'fullWidth') }
  return withCaption('embed', attributes, node, rendering)
}

export function file(node: DocumentNode, rendering: Rendering): string {
  return withCaption('file', { src: targetOf(node.data.ref, rendering.links) }, node, rendering)
}

/** The closing tag is there only if it has something to close. */
function withCaption(
  name: string,
  attributes: Record<string, string | undefined>,
  node: DocumentNode,
  rendering: Rendering,
): string {
  const caption = rendering.blocks([...fragmentOf(node, 'caption'), ...node.nodes])
  return caption === '' ? tag(name, attributes) : pairedTag(name, attributes, caption)
}

export function reusableContent(node: DocumentNode, { links }: Rendering): string {
  return `{% include "${tagText(targetOf(node.data.ref, links)).replace(/"/g, '%22')}" %}`
}

/** As integrations write their blocks: `{% @name/block property="…" %}`. */
export function integration({ data }: DocumentNode): string {
  const name = [textIn(data, 'integration'), textIn(data, 'block')]
    .filter(part => part !== undefined)
    .join('/')
  const { url, fullWidth, props } = data
  return tag(`@${tagText(name)}`, {
    ...scalars(recordOf(props) ?? {}),
    ...scalars({ url, fullWidth }),
  })
}

function scalars(data: Data): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.keys(data).map(name => [tagText(name), textIn(data, name) ?? flagIn(data, name)] as const),
  )
}
