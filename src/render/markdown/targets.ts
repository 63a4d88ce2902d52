/** Where a target of Markdown leads, as it is written in the file. */
import type { RenderContext } from '../context.ts'
import { ownAddress, placeInBody } from '../html/address.ts'
import { outwardTarget, type Target } from '../html/links.ts'

/** What the platform's own export writes for what it had lost. */
const LOST = /^(?:\/?broken-reference$|\/broken\/)/

export function markdownTarget(written: string, context: RenderContext): Target {
  if (written.startsWith('#') && written.length > 1)
    return { href: placeInBody(written.slice(1)), isOutward: false, words: written }
  if (written.startsWith('//')) return outwardTarget(`https:${written}`)
  if (URL.canParse(written)) return outwardTarget(written)
  const href = written === '' || LOST.test(written) ? null : ownAddress(context.pathHref(written))
  return { href, isOutward: false, words: written }
}
