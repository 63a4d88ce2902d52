/**
 * One page with its body as bytes. This is what a backup reads most, so nothing is serialised twice: the node is
 * kept serialised for as long as it lives, the body comes from the cache, and an answer is the two put together.
 */
import { documentBytes, markdownBytes } from './body.ts'
import { computedDocument } from './computed-document.ts'
import { type ContentView, presentPage } from './content-view.ts'
import type { PageNode } from './page.ts'
import type { SpaceState } from './space.ts'
import type { World } from './world.ts'

export const PAGE_FORMATS = ['document', 'markdown'] as const
export type PageFormat = (typeof PAGE_FORMATS)[number]

export function pageAnswerBytes(
  world: World,
  space: SpaceState,
  page: PageNode,
  view: ContentView,
  format: PageFormat | null,
): Buffer {
  const head = headBytes(world, space, page, view)
  const body = format === null ? null : bodyBytes(world, space, page, view, format)
  if (body === null) return Buffer.concat([head, CLOSE])
  return Buffer.concat([head, BODY_KEY[format ?? 'document'], body, CLOSE])
}

const CLOSE = Buffer.from('}')
const BODY_KEY = { document: Buffer.from(',"document":'), markdown: Buffer.from(',"markdown":') } as const

function bodyBytes(
  world: World,
  space: SpaceState,
  page: PageNode,
  view: ContentView,
  format: PageFormat,
): Buffer | null {
  if (page.computed !== undefined && view.computed && format === 'document') {
    return Buffer.from(JSON.stringify(computedDocument(page)))
  }
  if (page.documentId === undefined) return null
  return format === 'document'
    ? documentBytes(world, space, page.documentId)
    : markdownBytes(world, space, page.documentId)
}

/** The node's JSON without the closing brace. */
function headBytes(world: World, space: SpaceState, page: PageNode, view: ContentView): Buffer {
  const cache = view.metadata ? world.heads.withMetadata : world.heads.withoutMetadata
  const held = cache.get(page)
  if (held !== undefined) return held
  const json = Buffer.from(JSON.stringify(presentPage(world, space, page, view)))
  const head = json.subarray(0, json.length - 1)
  if (!hasComputed(page)) cache.set(page, head)
  return head
}

/** What computed pages show depends on more than the node. */
function hasComputed(page: PageNode): boolean {
  return page.computed !== undefined || (page.pages ?? []).some(hasComputed)
}
