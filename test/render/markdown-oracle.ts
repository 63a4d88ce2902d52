/**
 * The letters of a Markdown text, taken from its source by plain patterns: those outside of tags, link targets,
 * comments and front matter. Which letters a rendering has less often.
 */
const LETTER = /\p{L}/gu

export function lostLetters(markdown: string, rendered: string): string[] {
  const there = countsOf(rendered)
  const lost: string[] = []
  for (const [letter, count] of countsOf(plainOf(markdown)))
    if (count > (there.get(letter) ?? 0)) lost.push(letter)
  return lost
}

function plainOf(markdown: string): string {
  return (
    markdown
      .replace(/^\ufeff?---[ \t]*\r?\n[\s\S]*?\n---[ \t]*(\r?\n|$)/, '')
      // Languages behind fences are names, not text.
      .replace(/^([ \t>*+-]*(?:\d+[.)] *)?)(`{3,}|~{3,}).*$/gm, '$1')
      .replace(/<!--[\s\S]*?-->/g, ' ')
      .replace(/\{%[\s\S]*?%\}/g, ' ')
      .replace(/<[^<>]*>/g, ' ')
      .replace(/\]\((?:[^()]|\([^()]*\))*\)/g, ' ')
      .replace(/^ {0,3}\[[^\]]+\]:.*$/gm, ' ')
      // What a link is called by where its target stands is a name, too.
      .replace(/\]\[[^[\]]*\]/g, ' ')
      .replace(/&#?\w+;/g, ' ')
  )
}

function countsOf(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const [letter] of text.matchAll(LETTER)) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  return counts
}
