/**
 * Reusable contents of a revision: blocks that several pages include.
 */
import { notFound } from '../protocol/api-error.ts'
import type { ReusableContent, Revision } from './records/content.ts'

export function getReusableContent(revision: Revision, id: string): ReusableContent {
  const found = revision.reusableContents.find(content => content.id === id)
  if (found === undefined) throw notFound('reusable content')
  return found
}
