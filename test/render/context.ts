/** A night in which everything is kept, and addresses say what they are of. */
import type { RenderContext } from '../../src/render/context.ts'

const path = (...parts: string[]) =>
  `/night/${parts.map(part => encodeURIComponent(part.toWellFormed())).join('/')}`

export const night: RenderContext = {
  pageHref: id => path('p', id),
  fileHref: id => path('file', id),
  pathHref: written => path('path', written),
  otherHref: ref => path('other', String(ref.kind)),
  nameOf: () => null,
  reusableContent: () => null,
}
