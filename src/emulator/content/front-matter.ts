/**
 * Cuts the YAML block (and the byte order mark before it) off a Markdown text.
 */
const FRONT_MATTER = /^---[ \t]*\r?\n(?:[\s\S]*?\r?\n)??(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/

export function withoutFrontMatter(markdown: string): string {
  const text = markdown.startsWith('\uFEFF') ? markdown.slice(1) : markdown
  return text.replace(FRONT_MATTER, '')
}
