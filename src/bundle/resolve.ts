/**
 * What a target means: an address, nothing that is a path, or a path in the bundle. A path is tried as browsers
 * read it (decoded, without query and fragment) and then as it stands, since file names may hold '#', '?' and '%'.
 */
import { posix } from 'node:path'
import type { BundleFolder, Found } from './folder.ts'

export interface Resolution {
  found: Found
  /** After '#'. */
  anchor?: string
}

/** An address with a scheme or a host, a bare anchor, or an expression that is filled in later. */
export function isAddress(target: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]+:|\/\/|#|\?)/i.test(target) || target === '' || /\{[{%]/.test(target)
}

/** The platform's export writes these where it had lost the target itself. */
export function isLostReference(target: string): boolean {
  return /^(?:\/?broken\/(?:pages|spaces|files)\/|(?:.*\/)?broken-reference(?:[#?/]|$))/.test(target)
}

/** `from` is the path of the file that the target stands in; '/' at the front means the root. */
export function resolveTarget(folder: BundleFolder, from: string, target: string): Resolution {
  const [bare = '', anchor] = splitAnchor(target)
  const plain = bare.replace(/\?.*$/s, '')
  const first = folder.lookup(place(from, decode(plain)))
  if (first.type !== 'missing') return withAnchor(first, anchor)
  for (const raw of [plain, decode(bare), bare]) {
    const found = folder.lookup(place(from, raw))
    if (found.type !== 'missing' && found.type !== 'outside') return withAnchor(found, anchor)
  }
  const whole = anchor === undefined ? first : folder.lookup(place(from, decode(target)))
  return whole.type === 'file' ? { found: whole } : withAnchor(first, anchor)
}

/** A folder stands for its README.md. */
export function indexOf(folder: BundleFolder, found: Found): Found {
  return found.type === 'folder' ? folder.lookup(posix.join(found.path, 'README.md')) : found
}

function place(from: string, path: string): string {
  if (path.startsWith('/')) return path.replace(/^\/+/, '') || '.'
  return path === '' ? from : posix.join(posix.dirname(from), path)
}

function splitAnchor(target: string): [string, string?] {
  const at = target.indexOf('#')
  return at === -1 ? [target] : [target.slice(0, at), target.slice(at + 1)]
}

function withAnchor(found: Found, anchor: string | undefined): Resolution {
  return anchor === undefined || anchor === '' ? { found } : { found, anchor }
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
