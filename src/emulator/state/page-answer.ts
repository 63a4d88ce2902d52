/**
 * One page with its body as bytes. This is what a backup reads most, so a node's answers are made once and kept
 * whole for as long as the cache has room: looking one up and writing it is all that a read costs.
 */
import { documentJson, getBody } from './body.ts'
import { computedDocument } from './computed-document.ts'
import { type ContentView, presentPage } from './content-view.ts'
import type { PageNode } from './records/content.ts'
import type { SpaceState } from './records/space.ts'
import type { World } from './world.ts'

export const PAGE_FORMATS = ['document', 'markdown'] as const
export type PageFormat = (typeof PAGE_FORMATS)[number]

/** How a page is asked for. */
export interface PageView extends ContentView {
  /** Of its body; null = without. */
  format: PageFormat | null
}

export function pageAnswerBytes(world: World, space: SpaceState, page: PageNode, view: PageView): Buffer {
  const make = () => Buffer.from(JSON.stringify(pageAnswer(world, space, page, view)))
  // What computed pages show depends on more than the node.
  return hasComputed(page) ? make() : world.cache.get(answerKey(world, page, view), make)
}

function answerKey(world: World, page: PageNode, { metadata, format }: PageView): object {
  const keys = world.answerKeys.get(page) ?? {}
  if (!world.answerKeys.has(page)) world.answerKeys.set(page, keys)
  const name = metadata ? (format ?? 'bare') : `plain ${format ?? 'bare'}`
  const key = keys[name] ?? {}
  keys[name] = key
  return key
}

function pageAnswer(world: World, space: SpaceState, page: PageNode, view: PageView): object {
  const { format } = view
  const head = presentPage(world, space, page, view)
  if (page.computed !== undefined) {
    return view.computed && format === 'document' ? { ...head, document: computedDocument(page) } : head
  }
  if (page.documentId === undefined || format === null) return head
  const body = getBody(space, page.documentId)
  return format === 'document'
    ? { ...head, document: documentJson(body) }
    : { ...head, markdown: body.markdown }
}

function hasComputed(page: PageNode): boolean {
  return page.computed !== undefined || (page.pages ?? []).some(hasComputed)
}
