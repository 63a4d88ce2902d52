/**
 * Reusable contents of a revision: blocks that several pages include.
 */
import { notFound } from '../protocol/api-error.ts'
import type { GitRef } from './page.ts'
import type { Revision } from './revision.ts'

export interface ReusableContent {
  readonly [field: string]: unknown
  readonly id: string
  readonly title: string
  /** Document id of the body. */
  readonly document: string
  readonly git: GitRef
}

export function getReusableContent(revision: Revision, id: string): ReusableContent {
  const found = revision.reusableContents.find(content => content.id === id)
  if (found === undefined) throw notFound('reusable content')
  return found
}
