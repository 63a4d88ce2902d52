/**
 * HTML by construction: elements and attributes from closed lists, and every text escaped. Nothing else in this folder puts
 * a `<` into a string. What comes out reads back, in a parser of HTML, as the very tree that was built.
 */
import type { Address } from './address.ts'

/** Mark-up that was built here: only this module makes any. */
export type Html = Built

/** A string is text, and is escaped. */
export type Child = Html | string | undefined | readonly Child[]

export const ATTRIBUTE_NAMES =
  'class id href src alt title target rel role aria-label open loading scope start colspan rowspan width height tabindex'.split(
    ' ',
  )

/** Addresses have passed `address.ts`, ids and classes whoever makes them: texts are escaped, but not judged. */
export interface Attributes {
  class?: string | undefined
  id?: string | undefined
  href?: Address | undefined
  src?: Address | undefined
  alt?: string | undefined
  title?: string | undefined
  target?: '_blank' | '_top' | undefined
  rel?: 'noreferrer noopener' | undefined
  role?: 'note' | 'img' | 'group' | undefined
  'aria-label'?: string | undefined
  open?: 'open' | undefined
  loading?: 'lazy' | undefined
  scope?: 'col' | undefined
  start?: string | undefined
  colspan?: string | undefined
  rowspan?: string | undefined
  width?: string | undefined
  height?: string | undefined
  tabindex?: '0' | undefined
}

class Built {
  readonly #markup: string

  constructor(markup: string) {
    this.#markup = markup
  }

  toString(): string {
    return this.#markup
  }

  toJSON(): string {
    return this.#markup
  }
}

/** Of `sanitise.ts`, and nobody else. */
export function fromSanitiser(markup: string): Html {
  return new Built(markup)
}

const VOID = new Set('br hr img wbr'.split(' '))
export const ELEMENTS: ReadonlySet<string> = new Set(
  (
    'a aside b bdi blockquote br cite code dd del details div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img ins ' +
    'kbd li mark ol p pre q s samp section small span strong sub summary sup table tbody td th thead tr u ul var wbr'
  ).split(' '),
)

export function element(name: string, attributes: Attributes = {}, ...children: readonly Child[]): Html {
  if (!ELEMENTS.has(name)) throw new TypeError(`no element of a rendering: ${name}`)
  // What is wider than the page is pushed with the keys, too.
  const own =
    name === 'pre' || attributes.class === 'table' ? { ...attributes, tabindex: '0' as const } : attributes
  const open = `<${name}${attributeText(own)}>`
  return new Built(VOID.has(name) ? open : `${open}${markupOf(children)}</${name}>`)
}

export function join(...children: readonly Child[]): Html {
  return new Built(markupOf(children))
}

function markupOf(child: Child): string {
  if (typeof child === 'string') return escapeText(child)
  if (child === undefined) return ''
  return child instanceof Built ? child.toString() : child.map(markupOf).join('')
}

function attributeText(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${escapeText(`${value}`)}"`))
    .join('')
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\u00a0': '&nbsp;',
}

/** Control characters, which parsers drop or replace each in its own way, become the pictures of themselves. */
function escapeText(value: string): string {
  return value
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[&<>"\u00a0]/g, character => ESCAPES[character] ?? '')
    .replace(CONTROLS, control => String.fromCodePoint(0x2400 + control.charCodeAt(0)))
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const CONTROLS = /[\0-\x08\x0b\x0c\x0e-\x1f]/g
