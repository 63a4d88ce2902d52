/**
 * Splits HTML into tags and text. Lenient: what is no tag of HTML is text, as `<T>` in "List<T>".
 */
import { unescapeEntities } from './entities.ts'

export type HtmlPiece =
  | { kind: 'text'; text: string }
  | { kind: 'open'; name: string; attributes: Record<string, string>; empty: boolean }
  | { kind: 'close'; name: string }

const TAG = /<(\/?)([a-zA-Z][a-zA-Z0-9-]*)((?:[^"'<>]|"[^"]*"|'[^']*')*)>/y
const ATTRIBUTE = /([^\s=/"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g
const RAW_TEXT = /^(?:script|style)$/

const NAMES = new Set(
  (
    'a abbr address article aside b base blockquote body br button caption center cite code col colgroup dd del ' +
    'details div dl dt em embed fieldset figcaption figure font footer form h1 h2 h3 h4 h5 h6 head header hr html ' +
    'i iframe img input ins kbd label legend li link main mark meta nav ol optgroup option p picture pre q s samp ' +
    'script section select small source span strike strong style sub summary sup svg table tbody td textarea tfoot ' +
    'th thead tr track u ul video wbr'
  ).split(' '),
)
const VOID_NAMES = new Set('base br col embed hr img input link meta source track wbr'.split(' '))

export function splitHtml(html: string): HtmlPiece[] {
  const pieces: HtmlPiece[] = []
  const addText = (text: string) => text !== '' && pieces.push({ kind: 'text', text: unescapeEntities(text) })
  const endOfComment = makeCommentReader(html)
  let end = 0
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at)) {
    TAG.lastIndex = at
    const match = TAG.exec(html)
    const next = match === null ? endOfComment(at) : TAG.lastIndex
    if (next === -1) {
      at++
      continue
    }
    addText(html.slice(end, at))
    const piece = match === null ? null : pieceOf(match)
    if (piece !== null) pieces.push(piece)
    end = next
    at = piece?.kind === 'open' && RAW_TEXT.test(piece.name) ? endOfRawText(html, end, piece.name) : end
  }
  addText(html.slice(end))
  return pieces
}

/** -1 where none begins, or none ends: once one does not, none behind it does, and the text is not searched again for each. */
function makeCommentReader(html: string): (at: number) => number {
  let isEnded = true
  return at => {
    if (!isEnded || !html.startsWith('<!--', at)) return -1
    const end = html.indexOf('-->', at + 4)
    isEnded = end !== -1
    return isEnded ? end + 3 : -1
  }
}

function pieceOf(match: RegExpExecArray): HtmlPiece {
  const [source, slash, rawName = '', rest = ''] = match
  const name = rawName.toLowerCase()
  if (!NAMES.has(name)) return { kind: 'text', text: source }
  if (slash === '/') return { kind: 'close', name }
  return {
    kind: 'open',
    name,
    attributes: attributesOf(rest),
    empty: VOID_NAMES.has(name) || rest.endsWith('/'),
  }
}

function attributesOf(text: string): Record<string, string> {
  const attributes: Record<string, string> = {}
  for (const [, name = '', double, single, bare] of text.matchAll(ATTRIBUTE)) {
    attributes[name.toLowerCase()] = unescapeEntities(double ?? single ?? bare ?? '')
  }
  return attributes
}

function endOfRawText(html: string, from: number, name: string): number {
  const end = html.toLowerCase().indexOf(`</${name}`, from)
  return end === -1 ? html.length : end
}
