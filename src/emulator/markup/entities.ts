/**
 * Character references of HTML.
 */
import MarkdownIt from 'markdown-it'

const { unescapeAll } = new MarkdownIt().utils

/** Only the references: `unescapeAll` would take backslashes for Markdown's escapes. */
export function decodeEntities(text: string): string {
  return text.includes('&')
    ? text.replace(/&#?[a-zA-Z0-9]{1,32};/g, reference => unescapeAll(reference))
    : text
}
