/**
 * Markdown, HTML and `{% … %}` blocks as one tree: what a page means before it becomes a document.
 *
 * Markdown constructs carry their HTML names (`p`, `h2`, `ul`, `pre` …), blocks of the platform the prefix `gb:`.
 */
export interface Element {
  name: string
  attributes: Record<string, string>
  children: Markup[]
}

export type Markup = Element | string

/** All text below, as it would be read. */
export function textOf(markup: Markup): string {
  if (typeof markup === 'string') return markup
  if (markup.name === 'br') return '\n'
  return markup.children.map(textOf).join('')
}

export function isBlank(markup: Markup): boolean {
  return typeof markup === 'string' && markup.trim() === ''
}

/** The first element with one of the names, at any depth. */
export function findElement(within: readonly Markup[], ...names: string[]): Element | undefined {
  for (const node of within) {
    if (typeof node === 'string') continue
    if (names.includes(node.name)) return node
    const inner = findElement(node.children, ...names)
    if (inner !== undefined) return inner
  }
  return undefined
}

/** Every element with the name, at any depth but not inside one another. */
export function findElements(within: readonly Markup[], name: string): Element[] {
  return within.flatMap(node => {
    if (typeof node === 'string') return []
    return node.name === name ? [node] : findElements(node.children, name)
  })
}
