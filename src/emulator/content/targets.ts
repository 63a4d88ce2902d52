/**
 * What a link, an image or an include points to, as a content reference
 * (docs/development/platform.md#references-in-content).
 */
import { posix } from 'node:path'

export type ContentRef =
  | { kind: 'url'; url: string }
  | { kind: 'file'; file: string }
  | { kind: 'page'; page: string }
  | { kind: 'anchor'; anchor: string; page?: string }
  | { kind: 'space'; space: string }
  | { kind: 'reusable-content'; reusableContent: string }
  | { kind: 'openapi'; spec: string }

/** `target` as written in the file at path `from`. Never throws: what resolves to nothing stays a URL. */
export type ResolveTarget = (target: string, from: string) => ContentRef

/** Ids by path in the space. */
export interface TargetIndex {
  pages: ReadonlyMap<string, string>
  files: ReadonlyMap<string, string>
  includes: ReadonlyMap<string, string>
}

const ABSOLUTE = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i
/** What the platform's own export writes when it lost the target; the id is the only trace. */
const BROKEN = /^\/broken\/(page|space)s\/([\w-]+)/

export function makeResolver(index: TargetIndex): ResolveTarget {
  return (target, from) => {
    if (ABSOLUTE.test(target)) return { kind: 'url', url: target }
    if (target.startsWith('#') && target.length > 1) return { kind: 'anchor', anchor: target.slice(1) }
    const broken = BROKEN.exec(target)
    if (broken?.[2] !== undefined) {
      return broken[1] === 'page' ? { kind: 'page', page: broken[2] } : { kind: 'space', space: broken[2] }
    }
    return resolvePath(index, target, from) ?? { kind: 'url', url: target }
  }
}

function resolvePath(index: TargetIndex, target: string, from: string): ContentRef | null {
  const [, rawPath = '', anchor] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/s.exec(target) ?? []
  if (rawPath === '') return null
  for (const path of candidates(rawPath, from)) {
    const page = index.pages.get(path)
    if (page !== undefined) {
      return anchor === undefined || anchor === '' ? { kind: 'page', page } : { kind: 'anchor', anchor, page }
    }
    const file = index.files.get(path)
    if (file !== undefined) return { kind: 'file', file }
    const include = index.includes.get(path)
    if (include !== undefined) return { kind: 'reusable-content', reusableContent: include }
  }
  return null
}

function candidates(rawPath: string, from: string): string[] {
  const forms = new Set([rawPath, decoded(rawPath)])
  return [...forms].flatMap(form => {
    const joined = form.startsWith('/') ? form.slice(1) : posix.join(posix.dirname(from), form)
    const path = posix.normalize(joined).replace(/\/$/, '')
    return [path, `${path}.md`, path === '.' ? 'README.md' : `${path}/README.md`]
  })
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
