/** Where a content reference of a document leads, that night. */

import { type Data, textIn } from '../../dialect/render/node.ts'
import { isFields } from '../../model/fields.ts'
import type { RenderContext } from '../context.ts'
import { ownAddress, ownPlace, placeInBody } from '../html/address.ts'
import { outwardTarget, type Target } from '../html/links.ts'

export function targetOf(ref: unknown, context: RenderContext): Target {
  if (!isFields(ref)) return { href: null, isOutward: false, words: 'nothing' }
  const url = ref.kind === 'url' ? textIn(ref, 'url') : undefined
  if (url !== undefined) return outwardTarget(url)
  return { href: hrefOf(ref, context), isOutward: false, words: context.nameOf(ref) ?? idOf(ref) }
}

function hrefOf(ref: Data, context: RenderContext): Target['href'] {
  if (ref.space !== undefined && ref.kind !== 'space') return ownAddress(context.otherHref(ref))
  const [file, page, anchor] = ['file', 'page', 'anchor'].map(name => textIn(ref, name))
  if (ref.kind === 'file') return file === undefined ? null : ownAddress(context.fileHref(file))
  if (ref.kind === 'page') return page === undefined ? null : ownAddress(context.pageHref(page))
  if (ref.kind !== 'anchor') return ownAddress(context.otherHref(ref))
  if (page !== undefined) return ownPlace(context.pageHref(page), anchor)
  return anchor === undefined ? null : placeInBody(anchor)
}

/** `page 5Qk…`: the only trace of what is lost. */
function idOf(ref: Data): string {
  const ids = Object.keys(ref).filter(name => name !== 'kind' && name !== 'object')
  return [textIn(ref, 'kind'), ...ids.map(name => textIn(ref, name))]
    .filter(part => part !== undefined)
    .join(' ')
}
