/**
 * Bodies of comments, in the form they were written in and shown in the form that is asked for.
 */
import { convertDocument } from '../content/document.ts'
import { markdownOf } from '../content/markdown-of.ts'
import type { PageFormat } from './page-answer.ts'
import type { CommentBody } from './records/discussion.ts'

/** Markdown unless the document is asked for. */
export function presentBody(body: CommentBody, format: PageFormat | null): object {
  if (format !== 'document') return 'markdown' in body ? body : { markdown: markdownOf(body.document) }
  return 'document' in body ? body : { document: documentOfMarkdown(body.markdown) }
}

function documentOfMarkdown(markdown: string): object {
  return convertDocument(markdown, { title: '', file: '', resolve: url => ({ kind: 'url', url }) })
}
