/** Links and pictures: to what is kept that night, out into the web, or to what is not there any more. */
import { type Address, outwardAddress } from './address.ts'
import { type Child, element, type Html, join } from './element.ts'
import { label, quoted } from './labels.ts'

/** What something leads to. `words` are what it is called; of what has no name, its address or id. */
export interface Target {
  href: Address | null
  isOutward: boolean
  words: string
}

export function outwardTarget(written: string): Target {
  return { href: outwardAddress(written), isOutward: true, words: written }
}

/** Without an address the content stands there all the same, and says what is missing. */
export function link({ href, isOutward, words }: Target, ...content: readonly Child[]): Html {
  if (href === null)
    return join(
      element('span', { class: 'lost' }, ...content),
      label(' (leads nowhere that is kept: ', quoted(words), ')'),
    )
  return element('a', { href, ...placeOf(href, isOutward) }, ...content)
}

/** A rendering stands in a frame: what leads out of it opens around it. */
function placeOf(href: Address, isOutward: boolean) {
  if (isOutward) return { target: '_blank', rel: 'noreferrer noopener' } as const
  return href.toString().startsWith('#') ? {} : ({ target: '_top' } as const)
}

/** Its name as a link. Names are not words of the body. */
export function namedLink(target: Target): Html {
  return element('span', { class: 'label name' }, link(target, quoted(target.words)))
}

export interface Picture {
  target: Target
  alt: string
  width?: string | undefined
  height?: string | undefined
  class?: string | undefined
  /** Links do not stand in links. */
  isInLink?: boolean
}

/** Only what is kept is loaded; of anything else it is said where it was. */
export function picture({ target, alt, width, height, class: name, isInLink = false }: Picture): Html {
  const { href, isOutward } = target
  if (href?.toString().startsWith('/') && !isOutward)
    return element('img', {
      class: name,
      src: href,
      alt,
      width: pixels(width),
      height: pixels(height),
      loading: 'lazy',
    })
  const at = href === null || isInLink ? quoted(target.words) : link(target, quoted(target.words))
  return element(
    'span',
    { class: 'not-kept' },
    label('picture at ', at, ', not kept'),
    alt === '' ? '' : ' ',
    alt,
  )
}

/** Lengths in other units are for a layout that is not there. */
function pixels(length: string | undefined): string | undefined {
  return length !== undefined && /^\d{1,5}$/.test(length) ? length : undefined
}
