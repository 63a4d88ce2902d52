/**
 * Names and paths that may be written anywhere: never outside the folder, never a name that some system refuses.
 * A path that is known and harmless is not touched, however unusual it looks.
 */
import { posix } from 'node:path'
import { digestOf } from '../model/digest.ts'

const MAX_NAME_BYTES = 255
const MAX_PATH_BYTES = 3000
/** HFS+ ignores them in names. */
export const INVISIBLE = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g

/** Whether a known path can be used exactly as it is, and is the same path wherever the bundle is put. */
export function isSafePath(path: string): boolean {
  return staysInside(path) && !path.split('/').some(name => /[. ]$/.test(name) || isReserved(name))
}

/** Device names of Windows, whatever their extension; and a folder that Git takes for its own. */
const RESERVED =
  /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d\u00b9\u00b2\u00b3]) *(?:\.|$)|^\.git$|^git~\d+$/i

function isReserved(name: string): boolean {
  return RESERVED.test(name.replaceAll(INVISIBLE, ''))
}

/** Whether a path can be written here, and nowhere but in the folder. */
export function staysInside(path: string): boolean {
  if (path === '' || !path.isWellFormed() || Buffer.byteLength(path) > MAX_PATH_BYTES) return false
  // A backslash or a drive is harmless here, and leaves the folder where somebody unpacks the zip on Windows.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (/[\u0000-\u001f\u007f\\]|^[a-z]:/i.test(path)) return false
  return path.split('/').every(name => {
    if (name === '' || name === '.' || name === '..' || name.toLowerCase() === '.git') return false
    return Buffer.byteLength(name) <= MAX_NAME_BYTES
  })
}

/** One name made from any text: no separators, nothing reserved on Windows, at most 255 bytes, never empty. */
export function safeName(text: string, fallback: string): string {
  const name = text
    .toWellFormed()
    .normalize('NFC')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069/\\<>:"|?*]+/g, '_')
    .replace(/^\.{1,2}(?=$|_)|[. ]+$|^ +/g, '')
  if (name === '') return fallback
  return shorten(isReserved(name) ? `_${name}` : name)
}

/** Any path as one whose every segment is a safe name. */
export function safePath(path: string, fallback: string): string {
  const names = path.split(/[/\\]+/).filter(name => name !== '' && name !== '.' && name !== '..')
  const safe = names.map(name => safeName(name, fallback)).join('/')
  if (safe !== '' && Buffer.byteLength(safe) <= MAX_PATH_BYTES) return safe
  return safeName(names.at(-1) ?? '', fallback)
}

/** `image.png` → `image (1).png`, `page.md` → `page-1.md`; still at most 255 bytes. */
export function numbered(path: string, n: number, style: 'file' | 'page'): string {
  const { dir, name, ext } = nameless(path) ?? posix.parse(path)
  const suffix = style === 'file' ? ` (${n})${ext}` : `-${n}${ext}`
  return posix.join(dir, cut(name, MAX_NAME_BYTES - Buffer.byteLength(suffix)) + suffix)
}

/** `.md` alone is a page without a name, not a name without an extension: what is made of it has to stay a page. */
function nameless(path: string): { dir: string; name: string; ext: string } | null {
  const { dir, base } = posix.parse(path)
  return /^\.(?:md|markdown|mdx)$/i.test(base) ? { dir, name: 'page', ext: base } : null
}

/** A path that many long names have made too long becomes one name at the root. */
export function limitPath(path: string): string {
  return Buffer.byteLength(path) <= MAX_PATH_BYTES ? path : safeName(path, 'page.md')
}

function shorten(name: string): string {
  if (Buffer.byteLength(name) <= MAX_NAME_BYTES) return name
  const ext = posix.extname(name)
  const kept = Buffer.byteLength(ext) <= 20 ? ext : ''
  const suffix = `-${digestOf(name).slice(0, 8)}${kept}`
  return cut(name, MAX_NAME_BYTES - Buffer.byteLength(suffix)) + suffix
}

/** Never inside a character. */
function cut(text: string, maxBytes: number): string {
  let bytes = 0
  let end = 0
  for (const char of text) {
    bytes += Buffer.byteLength(char)
    if (bytes > maxBytes) break
    end += char.length
  }
  return text.slice(0, end)
}
