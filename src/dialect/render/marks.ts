/**
 * Marks: how each is written, and whether `**`, `_` and `~~` would be read as such where they stand. Where they
 * would not, as beside a space or in the middle of a word, the HTML tag says the same.
 */
import { openTag } from './html.ts'
import { type Data, type Mark, textIn } from './node.ts'

/** A part of a line: text that is ready, or one end of a mark. */
export type Piece = { text: string } | { mark: Mark; opens: boolean; pair: number }

interface Form {
  delimiter?: string
  tag: string
}

const FORMS: Readonly<Record<string, Form>> = {
  bold: { delimiter: '**', tag: 'strong' },
  italic: { delimiter: '_', tag: 'em' },
  strikethrough: { delimiter: '~~', tag: 'del' },
  code: { tag: 'code' },
  keyboard: { tag: 'kbd' },
  superscript: { tag: 'sup' },
  subscript: { tag: 'sub' },
  color: { tag: 'mark' },
}

export function isKnownMark(mark: Mark): boolean {
  return Object.hasOwn(FORMS, mark.type)
}

export function sameMark(a: Mark | undefined, b: Mark | undefined): boolean {
  if (a === undefined || b === undefined || a.type !== b.type) return false
  return a.type !== 'color' || styleOf(a.data) === styleOf(b.data)
}

/** `edge` is what stands before and after, e.g. the brackets of a link. */
export function joinPieces(pieces: readonly Piece[], html: boolean, edge = ' '): string {
  const [only] = pieces
  if (only === undefined) return ''
  if (pieces.length === 1 && 'text' in only) return only.text
  const written = pieces.map(piece => ('text' in piece ? piece.text : delimiterOf(piece.mark)))
  const unreadable = new Set<number>()
  pieces.forEach((piece, index) => {
    if ('text' in piece) return
    const before = written[index - 1] ?? edge
    const after = written[index + 1] ?? edge
    const own = written[index] ?? ''
    const touches = before === own || after === own
    const [outer, inner] = piece.opens ? [lastOf(before), firstOf(after)] : [firstOf(after), lastOf(before)]
    if (html || touches || !isReadable(own, outer, inner)) unreadable.add(piece.pair)
  })
  const parts = pieces.map((piece, index) => {
    if ('text' in piece) return html ? piece.text : beforeLink(piece.text, written[index + 1] ?? '')
    if (!unreadable.has(piece.pair)) return written[index] ?? ''
    return tagOf(piece.mark, piece.opens)
  })
  return parts.join('')
}

/** A link behind an exclamation mark would be an image. */
function beforeLink(text: string, next: string): string {
  return text.endsWith('!') && next.startsWith('[') ? `${text.slice(0, -1)}\\!` : text
}

function formOf(mark: Mark): Form {
  return (Object.hasOwn(FORMS, mark.type) ? FORMS[mark.type] : undefined) ?? { tag: 'span' }
}

/** A tag counts as punctuation just like a delimiter, so it does not matter which of them the neighbours become. */
function delimiterOf(mark: Mark): string {
  return formOf(mark).delimiter ?? '<>'
}

function tagOf(mark: Mark, opens: boolean): string {
  const { tag } = formOf(mark)
  if (!opens) return `</${tag}>`
  return openTag(tag, mark.type === 'color' ? { style: styleOf(mark.data) } : {})
}

function styleOf(data: Data): string {
  const text = colorIn(data, 'text')
  const background = colorIn(data, 'background')
  const parts = [
    ...(text === 'default' && background !== 'default' ? [] : [`color:${text};`]),
    ...(background === 'default' ? [] : [`background-color:${background};`]),
  ]
  return parts.join('')
}

function colorIn(data: Data, name: string): string {
  const color = (textIn(data, name) ?? '').replace(/[;\s]+/g, '')
  return color === '' ? 'default' : color
}

/** Stricter than CommonMark, whose versions differ in what they take for punctuation. */
function isReadable(delimiter: string, outer: string, inner: string): boolean {
  if (delimiter === '<>' || /\s/.test(inner)) return false
  const isApart = /[\s\p{P}!-/:-@[-`{-~]/u.test(outer)
  return isApart || (delimiter !== '_' && /[\p{L}\p{N}]/u.test(inner))
}

function firstOf(text: string): string {
  return String.fromCodePoint(text.codePointAt(0) ?? 32)
}

function lastOf(text: string): string {
  return Array.from(text.slice(-2)).at(-1) ?? ' '
}
