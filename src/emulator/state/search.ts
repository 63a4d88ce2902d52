/**
 * Search over the current content of a space: pages whose title and text have every word of the query.
 */
import { documentJson } from './body.ts'
import type { JsonObject } from './json-object.ts'
import { offered } from './offered.ts'
import { walkPages } from './page.ts'
import { type Section, sectionsOf } from './page-text.ts'
import type { PageNode } from './records/content.ts'
import type { SpaceState } from './records/space.ts'
import { appUrlOf, currentRevision } from './space.ts'
import type { World } from './world.ts'

/** Search items, those first that have a word in their title. */
export function searchSpace(world: World, space: SpaceState, query: string): JsonObject[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter(word => word !== '')
  const found = [...walkPages(currentRevision(space).pages)].flatMap(page => {
    const match = matchPage(space, page, words)
    return match === null ? [] : [{ page, ...match }]
  })
  return found
    .sort((a, b) => scoreOf(b) - scoreOf(a))
    .map((hit, index) => presentFound(world, space, hit, index + 1))
}

interface Match {
  inTitle: boolean
  sections: Section[]
}

function scoreOf({ inTitle }: Match): number {
  return inTitle ? 2 : 1
}

/** `pages`: what was found in it, best first. */
export function presentSpaceFound(
  world: World,
  { json: { id, title } }: SpaceState,
  pages: readonly JsonObject[],
): JsonObject {
  return { id, title, pages, ...offered(world, 'newest', { type: 'space', score: pages[0]?.score ?? 0 }) }
}

function matchPage(
  { bodies }: SpaceState,
  { documentId, title }: PageNode,
  words: readonly string[],
): Match | null {
  if (documentId === undefined || words.length === 0) return null
  const body = bodies.get(documentId)
  const has = (text: string, word: string) => text.toLowerCase().includes(word)
  // Converting every page of a space for each search would take seconds.
  if (body === undefined || !words.every(word => has(title, word) || mayHave(body.markdown, word)))
    return null
  const sections = sectionsOf(documentJson(body))
  const text = sections.map(section => `${section.title} ${section.body}`).join(' ')
  if (!words.every(word => has(title, word) || has(text, word))) return null
  const hits = sections.filter(section => words.some(word => has(`${section.title} ${section.body}`, word)))
  return { inTitle: words.some(word => has(title, word)), sections: hits }
}

/** Characters that Markdown may escape or mark up in the middle of a word are passed over. */
function mayHave(markdown: string, word: string): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
  return /[&<]/.test(markdown) || plain(markdown).includes(plain(word))
}

function presentFound(
  world: World,
  space: SpaceState,
  { page, ...match }: Match & { page: PageNode },
  rank: number,
): JsonObject {
  const { id, title, path, description } = page
  const app = `${appUrlOf(world, space)}/${path ?? ''}`
  const score = offered(world, 'newest', { score: scoreOf(match) })
  return {
    id,
    title,
    path,
    ...score,
    ...offered(world, 'newest', {
      description: description ?? '',
      rank,
      ancestors: ancestorsOf(currentRevision(space).pages, id) ?? [],
    }),
    sections: match.sections.map(section => ({
      ...section,
      id: section.id === '' ? id : section.id,
      title: section.title === '' ? title : section.title,
      path: section.id === '' ? path : `${path}#${section.id}`,
      urls: { app: section.id === '' ? app : `${app}#${section.id}` },
      ...score,
    })),
    urls: { app },
  }
}

/** From the root down; null where the page is not among these. */
function ancestorsOf(pages: readonly PageNode[], id: string): { title: string }[] | null {
  for (const { id: pageId, title, pages: below = [] } of pages) {
    if (pageId === id) return []
    const inside = ancestorsOf(below, id)
    if (inside !== null) return [{ title }, ...inside]
  }
  return null
}
