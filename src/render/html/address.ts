/**
 * The one way of an address into a rendering. What is judged is what is written: the form in which a browser's own parser
 * reads it, so that no control character, entity or case hides a scheme.
 */

/** May stand in `href` or `src`: only this module makes any. */
export type Address = Allowed

class Allowed {
  readonly #address: string

  constructor(address: string) {
    this.#address = address
  }

  toString(): string {
    return this.#address
  }
}

const SCHEMES = new Set(['http:', 'https:', 'mailto:'])
const LONGEST = 4096
const OWN = 'http://own.invalid'
/** Ids of what people wrote meet neither those of the page around it nor names of properties. */
export const ID_PREFIX = 'user-content-'

/** An address on the web as somebody wrote it; null if it is none, or of a scheme that is not for readers. */
export function outwardAddress(written: string): Address | null {
  const url = written.length > LONGEST ? null : URL.parse(written)
  return url !== null && SCHEMES.has(url.protocol) ? new Allowed(url.href) : null
}

/** An absolute path in the origin of whoever shows the rendering, as the context gives it; null if it leads elsewhere. */
export function ownAddress(path: string | null): Address | null {
  const url = path?.startsWith('/') ? URL.parse(path, OWN) : null
  if (url === null || url.origin !== OWN) return null
  return new Allowed(`${url.pathname}${url.search}${url.hash}`)
}

/** The same with an anchor that somebody wrote. */
export function ownPlace(path: string | null, anchor: string | undefined): Address | null {
  const page = ownAddress(path)
  if (page === null || anchor === undefined) return page
  return new Allowed(`${page.toString().replace(/#.*$/s, '')}${placeInBody(anchor)}`)
}

/** A place in the same body. */
export function placeInBody(anchor: string): Address {
  return new Allowed(`#${encodeURIComponent(idOf(anchor))}`)
}

/** A place of ours in the same rendering, which no body can name: ids of bodies have a prefix that this has not. */
export function placeOfOurs(id: `change-${number}`): Address {
  return new Allowed(`#${id}`)
}

export function idOf(anchor: string): string {
  return `${ID_PREFIX}${anchor
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, '-')
    .slice(0, 200)}`.toWellFormed()
}
