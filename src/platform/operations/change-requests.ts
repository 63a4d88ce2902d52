/** Change requests: docs/reference/operations.md, 4.9. One is named by its id or by its number in the space. */
import { z } from 'zod'
import type { Caller } from '../caller.ts'
import type { JsonText } from '../json-text.ts'
import { semanticChangesSchema } from './content-reads.ts'
import { type PdfQuery, pdfSchema } from './revisions.ts'
import { idSchema, linksSchema, type Open, open, userSchema } from './shapes.ts'

const CHANGE_REQUEST_STATUSES = ['draft', 'open', 'archived', 'merged'] as const
/** With conflicts, the merge or update was applied all the same, and the content may need repair. */
const OUTCOMES = ['merge', 'update', 'conflicts'] as const

const changeRequestSchema = z.looseObject({
  object: z.literal('change-request'),
  id: idSchema,
  /** Counts up within the space. */
  number: z.number(),
  status: open(CHANGE_REQUEST_STATUSES),
  subject: z.string(),
  createdBy: userSchema.nullish(),
  createdAt: z.string(),
  updatedAt: z.string(),
  revision: idSchema,
  /** Main revision that it started from. */
  revisionInitial: z.string(),
  /** Main revision that it was last updated from. */
  revisionMergedAncestor: z.string().nullish(),
  /** Main revision that its merge made. */
  revisionMerged: z.string().nullish(),
  /** Open ones. */
  comments: z.number(),
  outdated: z.boolean(),
  urls: linksSchema,
  space: z.string().nullish(),
  description: z.unknown().optional(),
})

export type ChangeRequest = z.infer<typeof changeRequestSchema>

const reviewSchema = z.looseObject({
  id: idSchema,
  status: open(['approved', 'changes-requested']),
  reviewer: userSchema,
  /** Of the draft, as it was reviewed. */
  revision: z.string().nullish(),
  createdAt: z.string().nullish(),
})
export type Review = z.infer<typeof reviewSchema>

/** A person, or a team of which anybody will do. */
const requestedReviewerSchema = z
  .looseObject({
    user: userSchema.nullish(),
    team: z.looseObject({ id: idSchema }).nullish(),
    requestedBy: userSchema.nullish(),
    createdAt: z.string().nullish(),
  })
  .refine(reviewer => reviewerId(reviewer) !== null, { error: 'names neither a person nor a team' })
export type RequestedReviewer = z.infer<typeof requestedReviewerSchema>

type Named = { id: string } | null | undefined

function reviewerId({ user, team }: { user?: Named; team?: Named }): string | null {
  return user?.id ?? team?.id ?? null
}

const contributorSchema = z.looseObject({ user: userSchema, updatedAt: z.string().nullish() })
export type Contributor = z.infer<typeof contributorSchema>

const outcomeSchema = z.looseObject({ revision: idSchema, result: open(OUTCOMES) })

interface NewChangeRequest {
  subject?: string
  agentTaskId?: string
}

interface ChangeRequestChange {
  subject?: string
  /** `merged` is reached by a merge only. */
  status?: Open<readonly ['draft', 'open', 'archived']>
}

/** There is no "all": without a status, only the open ones are listed. */
interface ChangeRequestQuery {
  status?: Open<typeof CHANGE_REQUEST_STATUSES>
  contributor?: string
}

/** Applied in order, all or none, as one revision. */
interface ContentChanges {
  changes: readonly { operation: string; [field: string]: unknown }[]
}

export const changeRequestOperations = (caller: Caller) => ({
  list: (space: string, query: ChangeRequestQuery = {}) =>
    caller.list(
      ['listChangeRequestsForSpace', pathOf(space), { ...query }],
      changeRequestSchema,
      item => item.id,
    ),
  create: (space: string, changeRequest: NewChangeRequest = {}) =>
    caller.send(['createChangeRequest', 'POST', pathOf(space), changeRequest], changeRequestSchema),
  /** Null where the platform answers 404. */
  find: (space: string, changeRequest: string) =>
    caller.find(['getChangeRequestById', pathOf(space, changeRequest)], changeRequestSchema),
  update: (space: string, changeRequest: string, change: ChangeRequestChange) =>
    caller.change(
      ['updateChangeRequestById', 'PATCH', pathOf(space, changeRequest), change],
      changeRequestSchema,
    ),
  merge: (space: string, changeRequest: string) =>
    caller.send(['mergeChangeRequest', 'POST', pathOf(space, changeRequest, 'merge')], outcomeSchema),
  /** Pulls the main content in. */
  pull: (space: string, changeRequest: string) =>
    caller.send(['updateChangeRequest', 'POST', pathOf(space, changeRequest, 'update')], outcomeSchema),
  pdf: (space: string, changeRequest: string, query: PdfQuery = {}) =>
    caller.get(['getChangeRequestPDF', pathOf(space, changeRequest, 'pdf'), { ...query }], pdfSchema),
  /** *Extension.* Across all spaces. */
  listInOrganization: (organization: string, query: ChangeRequestQuery = {}) =>
    caller.list(
      ['listChangeRequestsForOrganization', ['orgs', organization, 'change-requests'], { ...query }],
      changeRequestSchema,
      item => item.id,
    ),
  /** *Extension.* */
  listReviews: (space: string, changeRequest: string) =>
    caller.list(
      ['getReviewsByChangeRequestId', pathOf(space, changeRequest, 'reviews')],
      reviewSchema,
      item => item.id,
    ),
  /** *Extension.* Who was asked for a review. */
  listRequestedReviewers: (space: string, changeRequest: string) =>
    caller.list(
      ['getRequestedReviewersByChangeRequestId', pathOf(space, changeRequest, 'requested-reviewers')],
      requestedReviewerSchema,
      item => reviewerId(item) ?? '',
    ),
  /** *Extension.* Who edited it: the only authorship of content there is. */
  listContributors: (space: string, changeRequest: string) =>
    caller.list(
      // It takes no limit.
      [
        'getContributorsByChangeRequestId',
        pathOf(space, changeRequest, 'contributors'),
        { limit: undefined },
      ],
      contributorSchema,
      item => item.user.id,
    ),
  /** *Extension.* Against the main content. */
  changes: (space: string, changeRequest: string, limit: number) =>
    caller.get(
      ['getChangeRequestChanges', pathOf(space, changeRequest, 'changes'), { limit }],
      semanticChangesSchema,
    ),
  /** *Extension.* Batch of edits; the answer lists the pages and files that it made, with their ids. */
  edit: (space: string, changeRequest: string, changes: ContentChanges | JsonText) =>
    caller.send(
      [
        'updateChangeRequestContent',
        'POST',
        pathOf(space, changeRequest, 'content'),
        changes,
        { compat: false },
      ],
      z.looseObject({}),
    ),
})

function pathOf(space: string, ...rest: readonly string[]): string[] {
  return ['spaces', space, 'change-requests', ...rest]
}
