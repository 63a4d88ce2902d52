/**
 * How pages are addressed: slugs from titles, published paths from files. Pure.
 */
import { posix } from 'node:path'

/** Lower case, ASCII punctuation removed, white space to '-', letters of every script kept. '' is possible. */
export function slugify(title: string): string {
  return title
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s\p{Z}]+/gu, '-')
    .replace(/[^\p{L}\p{N}\p{M}-]+/gu, '')
    .replace(/-{2,}/g, '-')
    .replace(/^-|-$/g, '')
}

/** `guides/README.md` is published at `guides`, `guides/a.md` at `guides/a`, the home page at ''. */
export function pathOfFile(file: string, readme: string): string {
  if (file === readme) return ''
  const path = file.replace(/\.(md|markdown|mdx)$/i, '')
  if (posix.basename(path).toLowerCase() !== 'readme') return path
  const folder = posix.dirname(path)
  return folder === '.' ? '' : folder
}

/** What the platform calls the home page, which has no path in a bundle. */
const HOME = 'readme'

export function isHomeAddress(address: string): boolean {
  return address === '' || address === HOME
}

/** Last segment of a published path. */
export function slugOfPath(path: string): string {
  return posix.basename(path)
}

/** The path of a page that has no file: its title's slug below the page or group that it stands in. */
export function pathOfTitle(title: string, parent: string): string {
  const slug = slugify(title) || 'page'
  return parent === '' ? slug : `${parent}/${slug}`
}

/** `path`, or `path-1`, `path-2`, … so that nothing is published twice at one place; remembers the answer. */
export function claimPath(path: string, taken: Set<string>): string {
  let unique = path
  for (let n = 1; taken.has(unique); n++) unique = path === '' ? `page-${n}` : `${path}-${n}`
  taken.add(unique)
  return unique
}
