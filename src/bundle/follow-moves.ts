/**
 * Links of a page whose targets could not keep their paths: rewrites exactly those destinations, and no other byte. What
 * cannot be rewritten is told, since it would lead to somebody else's page.
 */
import { posix } from 'node:path'
import { findFrontMatterLinks, findLinks } from './find-links.ts'
import { parseFrontMatter } from './front-matter.ts'
import { isAddress } from './resolve.ts'

export interface Moved {
  /** Where the page's links were written for. */
  from: string
  /** Where it stands now. */
  to: string
  moves: ReadonlyMap<string, string>
}

export interface Followed {
  bytes: Buffer
  /** Targets as written that should have followed. */
  lost: string[]
}

export function followMoves(markdown: Buffer, moved: Moved): Followed {
  const text = markdown.toString('utf8')
  const { raw, body, data } = parseFrontMatter(text)
  const edits: { at: number; length: number; target: string }[] = []
  const lost: string[] = []
  const visit = (written: string, at: number | null): void => {
    const target = retarget(written, moved)
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
    return { bytes: markdown, lost: [...lost, ...edits.map(one => text.slice(one.at, one.at + one.length))] }
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

/** Null: the target is none of what moved. */
function retarget(written: string, { from, to, moves }: Moved): string | null {
  if (isAddress(written)) return null
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(written) ?? []
  const absolute = path.startsWith('/')
  const place = (one: string): string =>
    absolute ? posix.join('.', one.replace(/^\/+/, '')) : posix.join(posix.dirname(from), one)
  const target = [decode(path), path].map(place).flatMap(one => moves.get(one) ?? [])[0]
  if (target === undefined) return null
  return encode(absolute ? `/${target}` : posix.relative(posix.dirname(to), target)) + rest
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

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** So that it ends nowhere early, whatever quotes or brackets it stands in. */
function encode(path: string): string {
  const encoded = path.replace(/[\s()<>%#?"'\\{}]/g, char =>
    [...Buffer.from(char)].map(byte => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  )
  return /^[a-z][a-z0-9+.-]*:/i.test(encoded) ? `./${encoded}` : encoded
}
