/**
 * The links of a page's Markdown, made to lead where its document leads. A body's Markdown stays as it was written, and
 * its paths meant what stood there then: once something is moved, deleted or added, an import of the same bytes leads
 * elsewhere. What led nowhere and has something at its path now, Markdown cannot say: it stays.
 */
import { posix } from 'node:path'
import type { Places } from '../bundle/places.ts'
import { isAddress } from '../bundle/resolve.ts'
import { decodeTarget, encodeTarget, rewriteTargets } from '../dialect/links/rewrite-targets.ts'
import { canonicalJson } from '../model/digest.ts'
import { type Fields, isFields } from '../model/fields.ts'
import type { Outline } from './outline.ts'

/** The very bytes where they lead where the document leads. `places`: by the ids of the document. */
export function fitLinks(markdown: Buffer, outline: Outline | null, places: Places): Buffer {
  if (outline === null) return markdown
  const meant = meantBy(outline)
  if (meant.ids.length === 0) return markdown
  const targets = fittingTargets(pathsIn(markdown), meant, places)
  if (targets.size === 0) return markdown
  const retarget = (written: string) => {
    const [path, rest] = split(written)
    const target = targets.get(path)
    return target === undefined ? null : target + rest
  }
  return rewriteTargets(markdown, retarget).bytes
}

/** Of a body whose document is not kept: what its paths led to as they stood `then` they lead to `now`. */
export function followTargets(markdown: Buffer, then: Places, now: Places): Buffer {
  return renameTargets(markdown, then, (id, written) => {
    const path = now.pathOf(id)
    return path === undefined || idOf(written, now) === id ? null : targetAt(path, now)
  })
}

/** The bytes with another target for each path that leads to something; null leaves it. */
export function renameTargets(
  markdown: Buffer,
  places: Places,
  nameOf: (id: string, written: string) => string | null,
): Buffer {
  const retarget = (written: string) => {
    const [path, rest] = split(written)
    const id = isAddress(written) || path === '' ? null : idOf(path, places)
    const name = id === null ? null : nameOf(id, path)
    return name === null ? null : name + rest
  }
  return rewriteTargets(markdown, retarget).bytes
}

/** Each once, in the order they stand. */
export function idsLedTo(markdown: Buffer, places: Places): string[] {
  const ids = [...pathsIn(markdown)].flatMap(path => idOf(path, places) ?? [])
  return [...new Set(ids)]
}

/** Whether an import gives the document a link that works where it has one that leads nowhere. */
export function revivesLinks(markdown: Buffer, outline: Outline | null, places: Places): boolean {
  if (outline === null) return false
  const { ids, dead } = meantBy(outline)
  if (dead.size === 0) return false
  return [...pathsIn(markdown)].some(path => {
    const id = idOf(path, places)
    return id !== null && !ids.includes(id) && dead.has(path)
  })
}

export function isSameButPaths(left: Buffer, right: Buffer): boolean {
  const bare = (markdown: Buffer) =>
    rewriteTargets(markdown, target => (isAddress(target) ? null : '-')).bytes
  return bare(left).equals(bare(right))
}

/** Of two documents: where they differ, the first has a link that leads nowhere and the second one that works. */
export function isSameButRevived(wanted: unknown, there: unknown): boolean {
  if (Array.isArray(wanted))
    return (
      Array.isArray(there) &&
      wanted.length === there.length &&
      wanted.every((item, at) => isSameButRevived(item, there[at]))
    )
  if (!isFields(wanted) || !isFields(there))
    return canonicalJson(wanted ?? null) === canonicalJson(there ?? null)
  if (isDead(wanted) && IN_DOCUMENT.has(String(there.kind))) return true
  const names = new Set([...Object.keys(wanted), ...Object.keys(there)])
  return [...names].every(name => isSameButRevived(wanted[name], there[name]))
}

const IN_DOCUMENT: ReadonlySet<string> = new Set(['page', 'anchor', 'file', 'reusable-content'])

function isDead({ kind, url }: Fields): boolean {
  return kind === 'url' && typeof url === 'string' && !isAddress(url)
}

interface Meant {
  /** Of what stands in the same space, in order, each once. */
  ids: string[]
  pages: ReadonlySet<string>
  /** Paths that named nothing, as they were written. */
  dead: ReadonlySet<string>
}

function meantBy({ references, urls }: Outline): Meant {
  const inSpace = references.filter(({ kind, space }) => space === null && IN_SPACE.has(kind))
  const dead = urls.filter(url => !isAddress(url)).map(url => split(url)[0])
  return {
    ids: [...new Set(inSpace.map(({ id }) => id))],
    pages: new Set(references.filter(({ kind }) => kind === 'page').map(({ id }) => id)),
    dead: new Set(dead),
  }
}

const IN_SPACE: ReadonlySet<string> = new Set(['page', 'file', 'reusable-content'])

/** Each once, in the order they stand. */
function pathsIn(markdown: Buffer): ReadonlySet<string> {
  const found = new Set<string>()
  rewriteTargets(markdown, written => {
    const [path] = split(written)
    if (!isAddress(written) && path !== '') found.add(path)
    return null
  })
  return found
}

function split(written: string): [path: string, rest: string] {
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(written) ?? []
  return [path, rest]
}

/**
 * By path as written. What the document names and no path leads to is what a path meant that leads to nothing of the
 * document: by its name, else in their order where there are as many of the one as of the other.
 */
function fittingTargets(written: ReadonlySet<string>, meant: Meant, places: Places): Map<string, string> {
  const named = new Set<string>()
  const astray: string[] = []
  for (const path of written) {
    const id = idOf(path, places)
    if (id !== null && meant.ids.includes(id)) named.add(id)
    else if (!meant.dead.has(path) && !path.startsWith('/broken/')) astray.push(path)
  }
  const missing = meant.ids.filter(id => !named.has(id))
  const targets = new Map<string, string>()
  const settle = (path: string | undefined, id: string | undefined) => {
    const target = id === undefined ? null : targetFor(id, meant, places)
    if (path === undefined || id === undefined || target === null) return
    targets.set(path, target)
    astray.splice(astray.indexOf(path), 1)
    missing.splice(missing.indexOf(id), 1)
  }
  for (const nameOf of [posix.basename, stemOf])
    for (const path of [...astray]) {
      const name = nameOf(decodeTarget(path))
      const same = missing.filter(id => {
        const there = places.pathOf(id)
        return there !== undefined && nameOf(there) === name
      })
      if (same.length === 1) settle(path, same[0])
    }
  if (astray.length !== missing.length) return targets
  const pairs = astray.map((path, at) => [path, missing[at]] as const)
  for (const [path, id] of pairs) settle(path, id)
  return targets
}

/** `guide` for `guide.md` and for `guide/README.md`: a page gets a folder with the first page below it. */
function stemOf(path: string): string {
  const { dir, name } = posix.parse(path)
  return name.toLowerCase() === 'readme' ? posix.basename(dir) : name
}

/** What is gone is written as the platform writes it; a file that is gone it cannot say. */
function targetFor(id: string, { pages }: Meant, places: Places): string | null {
  const path = places.pathOf(id)
  if (path !== undefined) return targetAt(path, places)
  return pages.has(id) ? `/broken/pages/${id}` : null
}

function targetAt(path: string, { file }: Places): string {
  return encodeTarget(posix.relative(posix.dirname(file), path))
}

function idOf(written: string, { file, idAt }: Places): string | null {
  const forms = [written, decodeTarget(written)].map(path =>
    path.startsWith('/') ? path.slice(1) : posix.join(posix.dirname(file), path),
  )
  const places = forms.map(path => posix.normalize(path).replace(/\/$/, ''))
  const tried = places.flatMap(path => [path, `${path}.md`, posix.join(path, 'README.md')])
  return tried.flatMap(path => idAt(path) ?? [])[0] ?? null
}
