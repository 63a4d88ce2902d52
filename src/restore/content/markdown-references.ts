/**
 * References inside Markdown that paths cannot say: lost targets with an id in them, as the platform writes them, and
 * addresses of the platform's own application. Only targets of links are looked at, never text; relative links stay,
 * because the tree around them stays.
 */
import { findLinks } from '../../dialect/links/find-links.ts'
import type { Reference, Resolve } from '../../space/references.ts'

export interface RewrittenMarkdown {
  markdown: string
  found: number
  lost: Reference[]
}

/** How a target begins that the platform could not name. */
export const LOST_PATH = '/broken/'
const LOST = /^\/broken\/(\w+)s\/([\w-]+)/
const LOSABLE = ['page', 'space', 'file', 'user', 'collection'] as const

export function rewriteMarkdown(
  markdown: string,
  resolve: Resolve,
  mapUrl: (url: string) => string,
): RewrittenMarkdown {
  const lost: Reference[] = []
  let found = 0
  let rest = markdown
  const pieces: string[] = []
  let done = 0
  for (const { at, target } of findLinks(markdown)) {
    const to = newTarget(target)
    if (to === null || to === target) continue
    const start = rest.indexOf(target, Math.max(0, at - done))
    if (start === -1) continue
    pieces.push(rest.slice(0, start), to)
    done += start + target.length
    rest = rest.slice(start + target.length)
  }
  return { markdown: pieces.length === 0 ? markdown : pieces.join('') + rest, found, lost }

  function newTarget(target: string): string | null {
    const [whole, word, id] = LOST.exec(target) ?? []
    const kind = LOSABLE.find(kind => kind === word)
    if (whole === undefined || kind === undefined || id === undefined) return mapUrl(target)
    found++
    const reference = { kind, id, space: null }
    const mapped = resolve(reference)
    if (mapped === null) {
      lost.push(reference)
      return null
    }
    return whole.slice(0, whole.length - id.length) + mapped + target.slice(whole.length)
  }
}
