/**
 * What a batch carries along from change to change: the content so far, what stands for what, and what was done.
 */
import { notFound } from '../protocol/api-error.ts'
import { walkPages } from '../state/page.ts'
import type { Content, FileRecord, PageNode } from '../state/records/content.ts'
import type { SpaceState } from '../state/records/space.ts'
import type { World } from '../state/world.ts'

export interface Batch {
  world: World
  space: SpaceState
  content: Content
  /** Main revision that a page is put back to when no other is named. */
  base: string
  /** Ids of what this batch made, by the name the client gave it. */
  refs: Map<string, string>
  created: { page: string; ref?: string }[]
  updated: Set<string>
  deleted: Set<string>
  files: { file: FileRecord; ref?: string }[]
}

/** By id, or by the name this batch gave it. */
export function pageIn({ content, refs }: Batch, idOrRef: string): PageNode {
  const id = refs.get(idOrRef) ?? idOrRef
  for (const page of walkPages(content.pages)) if (page.id === id) return page
  throw notFound(`page ${idOrRef}`)
}

export function remember(batch: Batch, ref: string | undefined, id: string): void {
  if (ref !== undefined) batch.refs.set(ref, id)
}
