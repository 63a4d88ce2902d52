/** The little XML that S3 speaks: elements with text, no attributes that matter, no mixed content. */
export type Xml = { [name: string]: XmlValue }
type XmlValue = string | number | boolean | Xml | XmlValue[] | undefined

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** A list repeats its element; what is undefined is left out. */
export function renderXml(root: string, content: Xml): string {
  const [name] = root.split(' ')
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root}>${renderContent(content)}</${name}>`
}

function renderContent(content: XmlValue): string {
  if (typeof content !== 'object') return escapeText(String(content))
  return Object.entries(content)
    .flatMap(([name, value]) =>
      Array.isArray(value) ? value.map(one => [name, one] as const) : [[name, value] as const],
    )
    .map(([name, value]) => (value === undefined ? '' : `<${name}>${renderContent(value)}</${name}>`))
    .join('')
}

function escapeText(text: string): string {
  // A control character has no other way into XML than encoding-type=url.
  return text.replace(/[&<>"]/g, character => ESCAPES[character] ?? '').replace(/\r/g, '&#13;')
}

/** The insides of all elements with this name, at any depth. */
export function elementsOf(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}(?:\\s[^>]*)?>([\\s\\S]*?)</${name}>`, 'g'))].map(
    ([, inside = '']) => inside,
  )
}

export function textOf(xml: string, name: string): string | null {
  const [inside] = elementsOf(xml, name)
  return inside === undefined ? null : unescapeText(inside.trim())
}

function unescapeText(text: string): string {
  return text.replace(/&(#x?[0-9a-fA-F]+|\w+);/g, (whole, name: string) => {
    if (name.startsWith('#x')) return String.fromCodePoint(Number.parseInt(name.slice(2), 16))
    if (name.startsWith('#')) return String.fromCodePoint(Number(name.slice(1)))
    return NAMED[name] ?? whole
  })
}
