/**
 * Destinations of links in a page, each given another where one is wanted: rewrites exactly those, and no other byte.
 * What cannot be rewritten is told.
 */

import { parseFrontMatter } from '../parse/front-matter.ts'
import { findFrontMatterLinks, findLinks } from './find-links.ts'

export interface Rewritten {
  bytes: Buffer
  /** Targets as written that should have been rewritten. */
  lost: string[]
}

/** Null: it stays. What is answered is written as it is: see `encodeTarget`. */
type Retarget = (written: string) => string | null

export function rewriteTargets(markdown: Buffer, retarget: Retarget): Rewritten {
  const text = markdown.toString('utf8')
  const { raw, body, data } = parseFrontMatter(text)
  const edits: { at: number; length: number; target: string }[] = []
  const lost: string[] = []
  const visit = (written: string, at: number | null): void => {
    const target = retarget(written)
    if (target === null) return
    if (at === null) lost.push(written)
    else edits.push({ at, length: written.length, target })
  }
  for (const { target, loose } of findFrontMatterLinks(data))
    if (!loose) visit(target, placeInYaml(raw, target))
  for (const { at, target, parts } of findLinks(body)) {
    const place = placeInBody(body, at, target)
    if (parts === undefined || parts.length < 2) visit(target, place === null ? null : raw.length + place)
    else for (const part of parts) visit(part.replace(/\s.*$/s, ''), null)
  }
  if (edits.length === 0 || !Buffer.from(text).equals(markdown))
    return {
      bytes: markdown,
      lost: [...lost, ...edits.map(edit => text.slice(edit.at, edit.at + edit.length))],
    }
  return { bytes: Buffer.from(applied(text, edits)), lost }
}

function applied(text: string, edits: readonly { at: number; length: number; target: string }[]): string {
  let [result, end] = ['', 0]
  for (const { at, length, target } of [...edits].sort((a, b) => a.at - b.at)) {
    if (at < end) continue
    result += text.slice(end, at) + target
    end = at + length
  }
  return result + text.slice(end)
}

/** What stands before a destination in what was found at `at`. */
const BEFORE =
  /\]\(\s{0,9}<?|[ ]{0,3}\[(?:[^\]\\\n]|\\.)+\]:[ \t]*<?|\s+[^\s"'<>=/]+\s*=\s*["']?\s*|\{%\s*include\s+["']/y

function placeInBody(body: string, at: number, target: string): number | null {
  BEFORE.lastIndex = at
  const start = at + (BEFORE.exec(body)?.[0].length ?? 0)
  return body.startsWith(target, start) ? start : null
}

function placeInYaml(raw: string, target: string): number | null {
  for (const match of raw.matchAll(/^(?:cover|coverDark):[ \t]*["']?/gm)) {
    const start = match.index + match[0].length
    if (raw.startsWith(target, start)) return start
  }
  return null
}

/** As it stands where an escape in it is none. */
export function decodeTarget(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** So that it ends nowhere early, whatever quotes or brackets it stands in. */
export function encodeTarget(path: string): string {
  const encoded = path.replace(/[\s()<>%#?"'\\{}]/g, char =>
    [...Buffer.from(char)].map(byte => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  )
  return /^[a-z][a-z0-9+.-]*:/i.test(encoded) ? `./${encoded}` : encoded
}
