/** *Extensions* B: reads that no editor can race with, because revisions and bodies never change. */
import { z } from 'zod'
import type { Caller } from '../caller.ts'
import type { Hold } from '../room.ts'
import { type BodyReading, bodyQuery, semanticChangesSchema, treeQuery } from './content-reads.ts'
import {
  fileSchema,
  pageBodySchema,
  pageTreeSchema,
  reusableContentSchema,
  revisionSchema,
} from './content-shapes.ts'
import type { Format } from './shapes.ts'
import { getSoundRevision } from './sound-revision.ts'

/** `nodes` may be empty, and is never absent. */
export const documentSchema = z.looseObject({ object: z.literal('document'), nodes: z.array(z.unknown()) })
const generatedSchema = z.looseObject({
  ...pageTreeSchema.shape,
  files: z.array(fileSchema),
  reusableContents: z.array(reusableContentSchema).nullish(),
})

/** A definition, and the seed from which the ids in the result are made. */
interface Generation {
  source: object
  seed: string
}

export const revisionOperations = (caller: Caller) => ({
  /** *Extension.* */
  revision: (space: string, revision: string) =>
    caller.get(['getRevisionById', pathOf(space, revision), treeQuery], revisionSchema),
  /** *Extension.* What of it can be read. */
  soundRevision: (space: string, revision: string, hold?: Hold) =>
    getSoundRevision(caller, 'getRevisionById', pathOf(space, revision), hold),
  /** *Extension.* */
  pagesInRevision: (space: string, revision: string) =>
    caller.get(['listPagesInRevisionById', pathOf(space, revision, 'pages'), treeQuery], pageTreeSchema),
  /** *Extension.* */
  listFilesInRevision: (space: string, revision: string) =>
    caller.list(
      ['listFilesInRevisionById', pathOf(space, revision, 'files'), treeQuery],
      fileSchema,
      item => item.id,
    ),
  /** *Extension.* With a fresh download URL, also of a file that is no longer in the content. */
  fileInRevision: (space: string, revision: string, file: string) =>
    caller.get(['getFileInRevisionById', pathOf(space, revision, 'files', file)], fileSchema),
  /** *Extension.* The page as that revision has it. */
  pageInRevision: (space: string, revision: string, page: string, { format, hold }: BodyReading) =>
    caller.get(
      ['getPageInRevisionById', pathOf(space, revision, 'page', page), bodyQuery(format), hold],
      pageBodySchema,
    ),
  /** *Extension.* The body alone. */
  pageDocumentInRevision: (space: string, revision: string, page: string) =>
    caller.get(
      ['getPageDocumentInRevisionById', pathOf(space, revision, 'page', page, 'document')],
      documentSchema,
    ),
  /** *Extension.* */
  pageInRevisionByPath: (space: string, revision: string, path: string, format: Format) =>
    caller.get(
      ['getPageInRevisionByPath', pathOf(space, revision, 'path', path), bodyQuery(format)],
      pageBodySchema,
    ),
  /** *Extension.* */
  reusableContentInRevision: (space: string, revision: string, content: string) =>
    caller.get(
      ['getReusableContentInRevisionById', pathOf(space, revision, 'reusable-contents', content), treeQuery],
      reusableContentSchema,
    ),
  /** *Extension.* */
  reusableContentDocumentInRevision: (space: string, revision: string, content: string) =>
    caller.get(
      [
        'getReusableContentDocumentInRevisionById',
        pathOf(space, revision, 'reusable-contents', content, 'document'),
      ],
      documentSchema,
    ),
  /** *Extension.* What the revision changed in its parent. */
  changesInRevision: (space: string, revision: string, limit: number) =>
    caller.get(
      ['getRevisionSemanticChanges', pathOf(space, revision, 'changes'), { ...treeQuery, limit }],
      semanticChangesSchema,
    ),
  /** *Extension.* Any body by its id, as it came. */
  document: (space: string, document: string, hold?: Hold) =>
    caller.bytes(
      ['getDocumentById', ['spaces', space, 'documents', document], undefined, hold],
      documentSchema,
    ),
  /** *Extension.* A read, although its method is POST. */
  computedDocument: (space: string, generation: Generation) =>
    caller.send(
      ['getComputedDocument', 'POST', ['spaces', space, 'content', 'computed', 'document'], generation],
      documentSchema,
    ),
  /** *Extension.* A read, although its method is POST. */
  computedRevision: (space: string, generation: Generation) =>
    caller.send(
      ['getComputedRevision', 'POST', ['spaces', space, 'content', 'computed', 'revision'], generation],
      generatedSchema,
    ),
  /** *Extension.* An address that holds for an hour. */
  pdf: (space: string, query: PdfQuery = {}) =>
    caller.get(['getSpacePDF', ['spaces', space, 'pdf'], { ...query }], pdfSchema),
})

/** Whole content, or what stands below `page`, or `only` that page. */
export interface PdfQuery {
  page?: string
  only?: boolean
}

export const pdfSchema = z.looseObject({ url: z.string() })

function pathOf(space: string, revision: string, ...rest: readonly string[]): string[] {
  return ['spaces', space, 'revisions', revision, ...rest]
}
