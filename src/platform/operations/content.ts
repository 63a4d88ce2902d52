/**
 * Content of a space: api.md 4.11 and, marked *extension*, extensions.md B.
 *
 * Git metadata is asked for, because `git.path` is where an export puts things back; computed content is not,
 * because its definition is the truth (consistency.md 1.2).
 */
import { z } from 'zod'
import type { Caller } from '../caller.ts'

export type PageFormat = 'document' | 'markdown'

const gitSchema = z.looseObject({ path: z.string().nullish() }).nullish()

export interface Page {
  [field: string]: unknown
  id: string
  title: string
  type?: string | null | undefined
  path?: string | null | undefined
  slug?: string | null | undefined
  documentId?: string | null | undefined
  git?: z.infer<typeof gitSchema>
  pages?: Page[] | null | undefined
}

export const pageSchema: z.ZodType<Page> = z.looseObject({
  id: z.string().min(1),
  title: z.string(),
  type: z.string().nullish(),
  path: z.string().nullish(),
  slug: z.string().nullish(),
  documentId: z.string().nullish(),
  git: gitSchema,
  pages: z.array(z.lazy(() => pageSchema)).nullish(),
})

export const fileSchema = z.looseObject({
  id: z.string().min(1),
  name: z.string(),
  contentType: z.string().nullish(),
  downloadURL: z.string(),
  size: z.number(),
  git: gitSchema,
})
export type ContentFile = z.infer<typeof fileSchema>

export const reusableContentSchema = z.looseObject({
  id: z.string().min(1),
  title: z.string(),
  document: z.string().nullish(),
  git: gitSchema,
})
export type ReusableContent = z.infer<typeof reusableContentSchema>

export const revisionSchema = z.looseObject({
  id: z.string().min(1),
  pages: z.array(pageSchema),
  files: z.array(fileSchema),
  reusableContents: z.array(reusableContentSchema).nullish(),
})
export type Revision = z.infer<typeof revisionSchema>

export const pageBodySchema = z.looseObject({
  id: z.string().min(1),
  documentId: z.string().nullish(),
  markdown: z.string().nullish(),
  document: z.unknown().optional(),
})

const treeQuery = { metadata: true, computed: false }
const bodyQuery = (format: PageFormat) => ({ format, evaluated: false, metadata: false, computed: false })

export const contentOperations = (caller: Caller) => ({
  currentRevision: (space: string) =>
    caller.get(['getCurrentRevision', ['spaces', space, 'content'], treeQuery], revisionSchema),
  /** From whatever revision is current at that moment: compare `documentId`. */
  page: (space: string, page: string, format: PageFormat) =>
    caller.get(
      ['getPageById', ['spaces', space, 'content', 'page', page], bodyQuery(format)],
      pageBodySchema,
    ),
  file: (space: string, file: string) =>
    caller.get(['getFileById', ['spaces', space, 'content', 'files', file]], fileSchema),
  /** *Extension.* Immutable. */
  revision: (space: string, revision: string) =>
    caller.get(['getRevisionById', ['spaces', space, 'revisions', revision], treeQuery], revisionSchema),
  /** *Extension.* The page as that revision has it: no race with editors. */
  pageInRevision: (space: string, revision: string, page: string, format: PageFormat) =>
    caller.get(
      ['getPageInRevisionById', ['spaces', space, 'revisions', revision, 'page', page], bodyQuery(format)],
      pageBodySchema,
    ),
  /** *Extension.* Any body by its id, as it came. Immutable. */
  document: (space: string, document: string) =>
    caller.bytes(['getDocumentById', ['spaces', space, 'documents', document]]),
})
