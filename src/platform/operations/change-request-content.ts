/** Content of a change request, as its author left it: docs/reference/operations.md, 4.10. */
import type { Caller } from '../caller.ts'
import type { Hold } from '../room.ts'
import {
  type BodyReading,
  bodyQuery,
  type ContentImport,
  importResultSchema,
  treeQuery,
} from './content-reads.ts'
import {
  fileSchema,
  pageBodySchema,
  pageTreeSchema,
  reusableContentSchema,
  revisionSchema,
} from './content-shapes.ts'
import { type LinkQuery, linkSchema, linkStatsSchema, locationSchema } from './links.ts'
import type { Format } from './shapes.ts'
import { getSoundRevision } from './sound-revision.ts'

export const changeRequestContentOperations = (caller: Caller) => ({
  revision: (space: string, changeRequest: string) =>
    caller.get(['getRevisionOfChangeRequestById', pathOf(space, changeRequest), treeQuery], revisionSchema),
  /** What of it can be read. */
  soundRevision: (space: string, changeRequest: string, hold?: Hold) =>
    getSoundRevision(caller, 'getRevisionOfChangeRequestById', pathOf(space, changeRequest), hold),
  import: (space: string, changeRequest: string, source: ContentImport) =>
    caller.send(
      ['importContentInChangeRequest', 'POST', pathOf(space, changeRequest, 'import'), source],
      importResultSchema,
    ),
  /** *Extension.* Replaces the body of the page. Gone from newer services. */
  importIntoPage: (space: string, changeRequest: string, page: string, source: ContentImport) =>
    caller.send(
      [
        'importContentInChangeRequestPageById',
        'POST',
        pathOf(space, changeRequest, 'page', page, 'import'),
        source,
      ],
      importResultSchema,
    ),
  pages: (space: string, changeRequest: string) =>
    caller.get(
      ['listPagesInChangeRequest', pathOf(space, changeRequest, 'pages'), treeQuery],
      pageTreeSchema,
    ),
  listFiles: (space: string, changeRequest: string) =>
    caller.list(
      ['listFilesInChangeRequestById', pathOf(space, changeRequest, 'files'), treeQuery],
      fileSchema,
      item => item.id,
    ),
  file: (space: string, changeRequest: string, file: string) =>
    caller.get(['getFileInChangeRequestById', pathOf(space, changeRequest, 'files', file)], fileSchema),
  listFileBacklinks: (space: string, changeRequest: string, file: string) =>
    caller.list(
      ['listChangeRequestFileBacklinks', pathOf(space, changeRequest, 'files', file, 'backlinks')],
      locationSchema,
      null,
    ),
  page: (space: string, changeRequest: string, page: string, { format, hold }: BodyReading) =>
    caller.get(
      ['getPageInChangeRequestById', pathOf(space, changeRequest, 'page', page), bodyQuery(format), hold],
      pageBodySchema,
    ),
  /** No published service knows `status` here (docs/development/platform.md#services): look at the items' own. */
  listPageLinks: (space: string, changeRequest: string, page: string, query: LinkQuery = {}) =>
    caller.list(
      ['listPageLinksInChangeRequest', pathOf(space, changeRequest, 'page', page, 'links'), { ...query }],
      linkSchema,
      null,
    ),
  pageLinkStats: (space: string, changeRequest: string, page: string) =>
    caller.get(
      ['listPageLinksInChangeRequest', pathOf(space, changeRequest, 'page', page, 'links'), { limit: 1 }],
      linkStatsSchema,
    ),
  /** *Extension.* */
  pageByPath: (space: string, changeRequest: string, path: string, format: Format) =>
    caller.get(
      ['getPageInChangeRequestByPath', pathOf(space, changeRequest, 'path', path), bodyQuery(format)],
      pageBodySchema,
    ),
  /** *Extension.* */
  reusableContent: (space: string, changeRequest: string, content: string) =>
    caller.get(
      [
        'getReusableContentInChangeRequestById',
        pathOf(space, changeRequest, 'reusable-contents', content),
        treeQuery,
      ],
      reusableContentSchema,
    ),
})

function pathOf(space: string, changeRequest: string, ...rest: readonly string[]): string[] {
  return ['spaces', space, 'change-requests', changeRequest, 'content', ...rest]
}
