/**
 * Code: a fence, inside `{% code %}` if it has a title or options, and `<pre>` if something other than text is in it.
 */
import { comment, element, escapeHtml } from './html.ts'
import { type DocumentNode, flagIn, plainText, textIn } from './node.ts'
import { HTML, type Rendering } from './rendering.ts'
import { pairedTag, type TagAttributes } from './tag.ts'

export function code(node: DocumentNode, rendering: Rendering): string {
  if (node.nodes.some(isRich)) return preformatted(node, rendering)
  const lines = node.nodes.map(line => plainText(line))
  const text = fence(syntaxOf(node), lines.join('\n').replace(/\r\n?/g, '\n'))
  const options = optionsOf(node)
  return Object.values(options).every(value => value === undefined) ? text : pairedTag('code', options, text)
}

/** Also in cells, where a blank line would end the table. */
export function preformatted(node: DocumentNode, rendering: Rendering): string {
  const { title, overflow, lineNumbers, fullWidth } = optionsOf(node)
  const syntax = syntaxOf(node)
  const attributes = {
    class: syntax === '' ? undefined : `language-${syntax}`,
    'data-title': title,
    'data-overflow': overflow,
    'data-line-numbers': lineNumbers,
    'data-full-width': fullWidth,
  }
  const lines = node.nodes.map(line => richLine(line, rendering))
  const inner = element('code', { class: syntax === '' ? undefined : `lang-${syntax}` }, lines.join('&#10;'))
  return element('pre', attributes, inner)
}

function optionsOf({ data }: DocumentNode): TagAttributes {
  return {
    title: textIn(data, 'title'),
    overflow: textIn(data, 'overflow'),
    lineNumbers: flagIn(data, 'lineNumbers'),
    fullWidth: flagIn(data, 'fullWidth'),
  }
}

function syntaxOf(node: DocumentNode): string {
  return (textIn(node.data, 'syntax') ?? '').replace(/`/g, '').split(/\s/)[0] ?? ''
}

function fence(syntax: string, text: string): string {
  const longest = (text.match(/`{3,}/g) ?? []).reduce((length, run) => Math.max(length, run.length), 2)
  const marks = '`'.repeat(longest + 1)
  return [`${marks}${syntax}`, ...(text === '' ? [] : [text]), marks].join('\n')
}

function isRich(line: DocumentNode): boolean {
  return (
    line.data.highlighted === true ||
    line.nodes.some(node => node.kind !== 'text') ||
    line.fragments.length > 0
  )
}

/** A label of the source that looks like a footnote must not become one. */
function richLine(line: DocumentNode, rendering: Rendering): string {
  const known = line.type === 'code-line' || line.type === ''
  const parts = line.nodes.map(node => {
    if (node.kind !== 'text') return rendering.inlines([node], { ...HTML, lineBreak: '&#10;' })
    return escapeHtml(plainText(node))
      .replace(/\n/g, '&#10;')
      .replace(/\[(?=\^)/g, '&#91;')
  })
  const text = parts.join('') + (known ? '' : comment(line.kind, line.type))
  return line.data.highlighted === true ? element('strong', {}, text) : text
}
