/** Blocks that show something else: other content, a page of the web, a file, a reusable content, an integration. */
import { type DocumentNode, textIn } from '../../dialect/render/node.ts'
import { type Child, element, type Html, join } from '../html/element.ts'
import { box, quoted } from '../html/labels.ts'
import { link, namedLink, outwardTarget } from '../html/links.ts'
import { contentsOf } from './contents.ts'
import type { Rendering } from './rendering.ts'
import { targetOf } from './targets.ts'
import { dataOf } from './unknown.ts'

export function contentRef(node: DocumentNode, rendering: Rendering): Html {
  const name = namedLink(targetOf(node.data.ref, rendering.context))
  return element('div', { class: 'content-ref' }, element('p', {}, name), rest(node, rendering))
}

export function file(node: DocumentNode, rendering: Rendering): Html {
  const name = namedLink(targetOf(node.data.ref, rendering.context))
  return box('file', ['File: ', name], rest(node, rendering))
}

/** Nothing of the web is loaded. */
export function embed(node: DocumentNode, rendering: Rendering): Html {
  return embedBox(textIn(node.data, 'url') ?? '', rest(node, rendering))
}

export function embedBox(url: string, caption: Child): Html {
  return box('embed', 'Embedded, not kept:', element('p', {}, link(outwardTarget(url), url)), caption)
}

export function reusableContent(node: DocumentNode, rendering: Rendering): Html {
  const { ref } = node.data
  const target = targetOf(ref, rendering.context)
  const id =
    typeof ref === 'object' && ref !== null && 'reusableContent' in ref ? ref.reusableContent : undefined
  const content = typeof id === 'string' ? rendering.included(id) : null
  const missing = content === null ? ' (not shown here)' : ''
  return box(
    'reusable',
    ['Reusable content: ', namedLink(target), missing],
    content ?? undefined,
    rest(node, rendering),
  )
}

export function integration(node: DocumentNode, rendering: Rendering): Html {
  const { data } = node
  const name = [textIn(data, 'integration'), textIn(data, 'block')]
    .filter(part => part !== undefined)
    .join('/')
  const url = textIn(data, 'url')
  const at = url === undefined ? undefined : element('p', {}, link(outwardTarget(url), url))
  return box(
    'integration',
    ['Block of the integration ', quoted(name)],
    at,
    dataOf(data),
    rest(node, rendering),
  )
}

/** Captions, and whatever stands where nothing is known to. */
function rest(node: DocumentNode, rendering: Rendering): Html {
  return join(rendering.blocks(contentsOf(node)))
}
