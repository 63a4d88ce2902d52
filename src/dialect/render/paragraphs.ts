/**
 * Blocks of text: paragraphs, headings, quotes, formulas, dividers.
 */
import { codeSpan, lineText, paragraphText } from './escape.ts'
import { comment, element } from './html.ts'
import { type DocumentNode, plainText, textIn } from './node.ts'
import { HTML, LINE, PARAGRAPH, type Rendering } from './rendering.ts'

/** '' for one without content. */
export function paragraph(node: DocumentNode, rendering: Rendering): string {
  const align = textIn(node.data, 'align')
  if (align !== undefined) return element('p', { align }, rendering.inlines(node.nodes, HTML))
  return paragraphText(rendering.inlines(node.nodes, PARAGRAPH))
}

export function heading(node: DocumentNode, rendering: Rendering): string {
  const align = textIn(node.data, 'align')
  const level = headingLevel(node)
  if (align !== undefined) {
    const text = [rendering.inlines(node.nodes, HTML), anchor(node)].filter(part => part !== '').join(' ')
    return element(`h${level}`, { align }, text)
  }
  const text = lineText(rendering.inlines(node.nodes, LINE)).replace(/#(?=#*$)/g, '\\#')
  return ['#'.repeat(level), text, anchor(node)].filter(part => part !== '').join(' ')
}

/** The page's title is Markdown's first level. */
export function headingLevel(node: DocumentNode): number {
  return Math.min(Number(node.type.slice('heading-'.length)) + 1, 6)
}

/** Written unless every platform derives the same one from the text. */
function anchor(node: DocumentNode): string {
  const { id } = node
  if (id === undefined || id === plainSlug(plainText(node))) return ''
  return element('a', { href: `#${id}`, id }, '')
}

function plainSlug(text: string): string | null {
  return /^[a-z0-9]+(?: [a-z0-9]+)*$/i.test(text) ? text.toLowerCase().replaceAll(' ', '-') : null
}

export function blockquote(node: DocumentNode, rendering: Rendering): string {
  const lines = rendering.blocks(node.nodes).split('\n')
  return lines.map(line => (line === '' ? '>' : `> ${line}`)).join('\n')
}

/** Lines that would begin another block, in a reader that does not know formulas as blocks. */
const RISKY =
  /^\s*(?:[-+*](?:\s|$)|>|#{1,6}(?:\s|$)|```|~~~|\d{1,9}[.)](?:\s|$)|<[a-z/!?]|\{%|[-=]+\s*$|\|)/im

export function math(node: DocumentNode): string {
  const formula = (textIn(node.data, 'formula') ?? '')
    .replace(/\r/g, '')
    .trim()
    .replace(/\n\s*\n/g, '\n')
  if (/\$\$|^\$|\$$/.test(formula))
    return `${codeSpan(formula.replace(/\n/g, ' '))} ${comment('block', 'math')}`
  return `$$\n${RISKY.test(formula) ? formula.replace(/\s*\n\s*/g, ' ') : formula}\n$$`
}
