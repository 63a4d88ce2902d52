/**
 * Paths of sites, sections and site spaces, made from titles and unique beside each other.
 */
const MAX_PATH = 100

export function freePath(title: string, taken: readonly string[]): string {
  const wanted = slugOf(title)
  let path = wanted
  for (let number = 2; taken.includes(path); number++) path = `${wanted.slice(0, MAX_PATH - 8)}-${number}`
  return path
}

function slugOf(title: string): string {
  const slug = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
  return slug.slice(0, MAX_PATH) || 'docs'
}
