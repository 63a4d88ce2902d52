/**
 * Escapes: character references of HTML, and Markdown's backslashes.
 */
import MarkdownIt from 'markdown-it'

const { unescapeAll } = new MarkdownIt().utils

/** Of a destination or a title: backslash escapes and character references. */
export function unescapeMarkdown(text: string): string {
  return unescapeAll(text)
}

/** Only the references: a backslash is none of HTML's escapes. */
export function unescapeEntities(text: string): string {
  return text.includes('&') ? text.replace(/&#?\w{1,32};/g, reference => unescapeAll(reference)) : text
}
