/**
 * HTML as it stands in a bundle: one line, so that no blank line ends the block, and nothing in it reads as a
 * `{% tag %}`.
 */
export type Attributes = Readonly<Record<string, string | true | undefined>>

/** Attributes without a value are left out; `true` is one that only has to be there. */
export function element(name: string, attributes: Attributes, content: string): string {
  return `${openTag(name, attributes)}${content}</${name}>`
}

export function openTag(name: string, attributes: Attributes): string {
  const parts = Object.entries(attributes).flatMap(([key, value]) => {
    if (value === undefined) return []
    return [value === true ? key : `${key}="${escapeAttribute(value)}"`]
  })
  return `<${[name, ...parts].join(' ')}>`
}

export function escapeHtml(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/\{(?=%)/g, '&#123;')
    .replace(/\r/g, '&#13;')
}

function escapeAttribute(text: string): string {
  return escapeHtml(text).replace(/"/g, '&quot;').replace(/\n/g, '&#10;')
}

/** Says to a reader of the file what stood here. */
export function comment(what: string, type: string): string {
  const safe = type
    .slice(0, 100)
    .replace(/[^\w@/:. -]+/g, '')
    .replace(/--+/g, '-')
  return `<!-- ${what}: ${safe === '' ? 'without a type' : safe} -->`
}
