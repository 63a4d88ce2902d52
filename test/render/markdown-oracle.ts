/**
 * The letters and digits of a Markdown text, taken from its source by plain patterns: those outside of tags, link targets, comments,
 * marks of list items and front matter; code as it stands. A rendering has all of them, in their order. It may have more: where
 * the patterns cannot tell text from mark-up, as with `a < b and c > d`, they take it for mark-up.
 */
const CHARACTER = /[\p{L}\p{N}]/gu

/** What comes from where on in vain, with what goes before; null if `body` (without words of the program) has all of it. */
export function lostText(markdown: string, body: string): string | null {
  const wanted = plainOf(markdown).match(CHARACTER) ?? []
  let found = 0
  for (const [character] of body.matchAll(CHARACTER)) if (character === wanted[found]) found++
  if (found === wanted.length) return null
  return `${wanted.length - found} behind "${wanted.slice(Math.max(found - 20, 0), found).join('')}"`
}

function plainOf(markdown: string): string {
  return (
    withPlainCode(
      markdown
        .replace(/\r\n?/g, '\n')
        .replace(/^\ufeff?---[ \t]*\n[\s\S]*?\n---[ \t]*(\n|$)/, '')
        // Languages behind fences are names, not text.
        .replace(FENCED, (...[, , , text]) => `\n${withoutMarkup(text)}\n`)
        .replace(/<!--[\s\S]*?-->/g, ' '),
    )
      .replace(/\{%-?\s*([\w-]+)([\s\S]*?)-?%\}/g, (...[, name, rest]) => readInTag(name, rest))
      .replace(/<\/?[a-zA-Z](?:[^<>"]|"[^"]*")*>/g, tag => ` ${/\salt="([^"]*)"/.exec(tag)?.[1] ?? ''} `)
      .replace(/\]\((?:<[^<>]*>|(?:[^()]|\([^()]*\))*)\)/g, ' ')
      .replace(/^ {0,3}\[[^\]]+\]:.*$/gm, ' ')
      // What a link is called by where its target stands is a name, too.
      .replace(/\]\[[^[\]]*\]/g, ' ')
      .replace(/^([ \t>*+-]*)\d{1,9}[.)](?=\s|$)/gm, '$1')
      .replace(/&#?\w+;/g, ' ')
  )
}

/** What readers see of a tag. */
function readInTag(name: string, rest: string): string {
  if (name === 'if') return ` ${rest} `
  const attribute = { tab: 'title', code: 'title', embed: 'url' }[name]
  const value = new RegExp(`\\b${attribute}="((?:[^"\\\\]|\\\\.)*)"`).exec(rest)?.[1]
  return ` ${value ?? ''} `
}

const FENCED = /^[ \t>*+-]*(?:\d+[.)] *)?(`{3,}|~{3,})(.*)\n([\s\S]*?)(?:^[ \t>]*\1.*$|$(?![\s\S]))/gm

/** In a row of a table a pipe may end code, and what an escaped or a single mark belongs to is not seen from its line. */
function withPlainCode(markdown: string): string {
  return markdown.replace(/^(?![ \t>]*\|).*`.*$/gm, line => {
    const isUnclear = line.includes('\\`') || (line.match(/`+/g) ?? []).length % 2 === 1
    return isUnclear ? line : line.replace(/(`+)(.+?)\1(?!`)/g, (...[, , text]) => withoutMarkup(text))
  })
}

function withoutMarkup(code: string): string {
  return code.replace(/[<>&[\]{}]/g, ' ')
}
