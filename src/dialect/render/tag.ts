/**
 * `{% tag %}` blocks as the platform writes them, each tag on a line of its own.
 */
export type TagAttributes = Readonly<Record<string, string | undefined>>

/** Attributes that are undefined are left out. */
export function tag(name: string, attributes: TagAttributes = {}): string {
  const parts = Object.entries(attributes).flatMap(([key, value]) => {
    return value === undefined ? [] : [`${key}="${attributeText(value)}"`]
  })
  return `{% ${[name, ...parts].join(' ')} %}`
}

export function pairedTag(name: string, attributes: TagAttributes, content: string): string {
  return enclose(tag(name, attributes), content, `{% end${name} %}`)
}

export function enclose(open: string, content: string, close: string): string {
  if (content === '') return `${open}\n${close}`
  return `${open}\n${content}${endsInHtml(content) ? '\n\n' : '\n'}${close}`
}

/** Without line breaks and without what would end the tag. */
export function tagText(text: string): string {
  return text.replace(/\s*[\r\n]+\s*/g, ' ').replace(/%(?=\})/g, '% ')
}

function attributeText(text: string): string {
  return tagText(text).replace(/["\\]/g, '\\$&')
}

/** Only a blank line ends an HTML block. */
function endsInHtml(content: string): boolean {
  return /^\s*(?:[*+>-]\s+|\d+[.)]\s+)*</.test(content.slice(content.lastIndexOf('\n') + 1))
}
