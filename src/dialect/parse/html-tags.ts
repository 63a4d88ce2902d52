/**
 * Splits HTML into tags and text. Lenient: what is no tag of HTML is text, as `<T>` in "List<T>".
 */
import { unescapeEntities } from './entities.ts'

export type HtmlPiece =
  | { kind: 'text'; text: string }
  | { kind: 'open'; name: string; attributes: Record<string, string>; empty: boolean }
  | { kind: 'close'; name: string }

const TAG = /<!--[\s\S]*?-->|<(\/?)([a-zA-Z][a-zA-Z0-9-]*)((?:[^"'<>]|"[^"]*"|'[^']*')*)>/g
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
  let end = 0
  TAG.lastIndex = 0
  for (let match = TAG.exec(html); match !== null; match = TAG.exec(html)) {
    addText(html.slice(end, match.index))
    const piece = pieceOf(match)
    if (piece !== null) pieces.push(piece)
    end = TAG.lastIndex
    if (piece?.kind === 'open' && RAW_TEXT.test(piece.name))
      TAG.lastIndex = endOfRawText(html, end, piece.name)
  }
  addText(html.slice(end))
  return pieces
}

function pieceOf(match: RegExpExecArray): HtmlPiece | null {
  const [source, slash, rawName, rest = ''] = match
  if (rawName === undefined) return null
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
