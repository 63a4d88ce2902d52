/** What the pages of reports are put together from. Every text goes through `text`. */
import { escapeHtml } from '../../diff/html/document.ts'
import { plain } from './plain.ts'

export function text(value: string | number | undefined): string {
  return escapeHtml(plain(value))
}

/** Names and their values. */
export function facts(lines: readonly (readonly [string, string])[]): string {
  const items = lines.map(([name, value]) => `<dt>${text(name)}</dt><dd>${text(value)}</dd>`)
  return `<dl class="facts">${items.join('')}</dl>\n`
}

/** Lines to sign on paper. */
export const signatureLines =
  '<table class="sign"><thead><tr><th>Reviewed by</th><th>Date</th><th>Signature</th></tr></thead><tbody><tr><td></td><td></td><td></td></tr></tbody></table>\n'
