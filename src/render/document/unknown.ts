/** What this version has not heard of: a box that says so, with the data that it has and all that stands in it. */
import type { Data, DocumentNode } from '../../dialect/render/node.ts'
import { element, type Html, join } from '../html/element.ts'
import { box, label, quoted, shortened } from '../html/labels.ts'
import { contentsOf } from './contents.ts'
import type { Rendering } from './rendering.ts'

export function unknownBlock(node: DocumentNode, rendering: Rendering): Html {
  const what = node.type === '' ? `${node.kind} without a type` : node.type
  return box(
    'unknown',
    ['not known here: ', quoted(what)],
    dataOf(node.data),
    rendering.blocks(contentsOf(node)),
  )
}

export function unknownInline(node: DocumentNode, inside: Html): Html {
  const what = node.type === '' ? `${node.kind} without a type` : node.type
  const data = Object.keys(node.data).length === 0 ? '' : [' ', quoted(JSON.stringify(node.data))]
  return element('span', { class: 'unknown' }, label('[not known here: ', quoted(what), data, '] '), inside)
}

export function unknownMark(type: string, inside: Html): Html {
  return element('span', { class: 'unknown' }, inside, label(' [mark not known here: ', quoted(type), ']'))
}

const MOST_DATA = 10_000

/** Nobody reads it in a page: as it was written, for who wants to know. */
export function dataOf(data: Data): Html {
  if (Object.keys(data).length === 0) return join()
  const json = shortened(JSON.stringify(data, null, 1), MOST_DATA)
  return element('div', { class: 'label' }, element('pre', { class: 'data' }, element('code', {}, json)))
}
