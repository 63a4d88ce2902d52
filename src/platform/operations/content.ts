/** Main content of a space: docs/reference/operations.md, 4.11. What is pinned to a revision: revisions.ts. */
import { z } from 'zod'
import type { Caller } from '../caller.ts'
import type { Hold } from '../room.ts'
import {
  type BodyReading,
  bodyQuery,
  type ContentImport,
  importResultSchema,
  type RepositoryImport,
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
import { revisionOperations } from './revisions.ts'
import { type Format, idSchema, linksSchema } from './shapes.ts'
import { getSoundRevision } from './sound-revision.ts'

const foundSectionSchema = z.looseObject({
  id: idSchema,
  title: z.string(),
  path: z.string(),
  body: z.string(),
  urls: linksSchema,
})

export const foundPageSchema = z.looseObject({
  id: idSchema,
  title: z.string(),
  path: z.string(),
  sections: z.array(foundSectionSchema).nullish(),
  urls: linksSchema,
})

export const contentOperations = (caller: Caller) => ({
  search: (space: string, query: string) =>
    caller.list(
      ['searchSpaceContent', ['spaces', space, 'search'], { query }],
      foundPageSchema,
      item => item.id,
    ),
  currentRevision: (space: string) =>
    caller.get(['getCurrentRevision', pathOf(space), treeQuery], revisionSchema),
  /** What of it can be read. */
  currentSoundRevision: (space: string, hold?: Hold) =>
    getSoundRevision(caller, 'getCurrentRevision', pathOf(space), hold),
  /** Replaces nothing: what the URL holds is added. */
  import: (space: string, source: ContentImport) =>
    caller.send(['importContent', 'POST', pathOf(space, 'import'), source], importResultSchema),
  /** *Extension.* Replaces the body of the page. Gone from newer services. */
  importIntoPage: (space: string, page: string, source: ContentImport) =>
    caller.send(
      ['importContentInPageById', 'POST', pathOf(space, 'page', page, 'import'), source],
      importResultSchema,
    ),
  /**
   * *Extension.* Replaces everything that the space has, some time after the answer. How it ended only integrations are
   * told (`integrations.listEvents`).
   */
  importRepository: (space: string, source: RepositoryImport) =>
    caller.run(['importGitRepository', 'POST', ['spaces', space, 'git', 'import'], source]),
  pages: (space: string) => caller.get(['listPages', pathOf(space, 'pages'), treeQuery], pageTreeSchema),
  listFiles: (space: string) =>
    caller.list(['listFiles', pathOf(space, 'files'), treeQuery], fileSchema, item => item.id),
  file: (space: string, file: string) =>
    caller.get(['getFileById', pathOf(space, 'files', file)], fileSchema),
  listFileBacklinks: (space: string, file: string) =>
    caller.list(['listSpaceFileBacklinks', pathOf(space, 'files', file, 'backlinks')], locationSchema, null),
  /** From whatever revision is current at that moment: compare `documentId`. */
  page: (space: string, page: string, { format, hold }: BodyReading) =>
    caller.get(['getPageById', pathOf(space, 'page', page), bodyQuery(format), hold], pageBodySchema),
  listPageLinks: (space: string, page: string, query: LinkQuery = {}) =>
    caller.list(
      ['listPageLinksInSpace', pathOf(space, 'page', page, 'links'), { ...query }],
      linkSchema,
      null,
    ),
  pageLinkStats: (space: string, page: string) =>
    caller.get(['listPageLinksInSpace', pathOf(space, 'page', page, 'links'), { limit: 1 }], linkStatsSchema),
  /** *Extension.* */
  pageByPath: (space: string, path: string, format: Format) =>
    caller.get(['getPageByPath', pathOf(space, 'path', path), bodyQuery(format)], pageBodySchema),
  /** *Extension.* */
  reusableContent: (space: string, content: string) =>
    caller.get(
      ['getReusableContentById', pathOf(space, 'reusable-contents', content), treeQuery],
      reusableContentSchema,
    ),
  ...revisionOperations(caller),
})

function pathOf(space: string, ...rest: readonly string[]): string[] {
  return ['spaces', space, 'content', ...rest]
}
