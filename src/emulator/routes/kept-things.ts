/**
 * What nobody makes through the platform's API: its agent, its readers and its importers do. It stands on shelves, is
 * put there from outside (see `creators.ts`), and can only be read.
 */
import type { SiteList } from '../options.ts'
import { type Answer, ok } from '../protocol/answer.ts'
import { notFound } from '../protocol/api-error.ts'
import { type Call, param } from '../protocol/call.ts'
import { listAnswer, wholeListAnswer } from '../protocol/paging.ts'
import type { Offer } from '../protocol/profile.ts'
import type { Route } from '../protocol/route.ts'
import type { JsonObject } from '../state/json-object.ts'
import { getOrganization } from '../state/organization.ts'
import { shelfOf } from '../state/shelf.ts'
import { getSpace } from '../state/space.ts'
import { SITE, siteOf } from './site-call.ts'

/** Of what is listed. */
interface Kept {
  list: string
  /** Absent where nothing asks for a single one. */
  get?: string
  path: string
  shelf: string
  owner(call: Call): string
  /** Default `newest`. */
  offer?: Offer
  answer?(call: Call, items: readonly JsonObject[]): Answer
}

const ofSite = (call: Call) => siteOf(call).json.id
const ofOrganization = (call: Call) => getOrganization(call.world, param(call, 'organizationId')).json.id
const paged = (call: Call, items: readonly JsonObject[]) => listAnswer(call, items, item => item)

const siteLists: readonly SiteList[] = [
  { list: 'listSiteTopics', find: 'getSiteTopicById', at: 'topics', whole: true },
  { list: 'listSiteFindings', find: 'getSiteFindingById', at: 'findings' },
  { list: 'listSiteContextRecords', find: 'getSiteContextRecordById', at: 'context-records' },
  { list: 'listSiteQuestions', find: 'getSiteQuestionById', at: 'questions' },
]

const kept: readonly Kept[] = [
  { list: 'listSiteQuestionAnswers', path: `${SITE}/answers`, shelf: 'answers', owner: ofSite },
  {
    list: 'listSiteIntegrationScripts',
    path: `${SITE}/integration-scripts`,
    shelf: 'integration-scripts',
    owner: ofSite,
    offer: 'extension',
    answer: (_call, items) => ok(items.map(({ id: _id, ...script }) => script)),
  },
  {
    list: 'listSiteVisitorSegments',
    path: `${SITE}/insights/visitor-segments`,
    shelf: 'visitor-segments',
    owner: ofSite,
    offer: 'extension',
    answer: (call, items) => wholeListAnswer(call, items, ({ id: _id, ...segment }) => segment),
  },
  {
    list: 'listImportRuns',
    get: 'getImportRun',
    path: '/v1/org/{organizationId}/imports',
    shelf: 'imports',
    owner: ofOrganization,
  },
  {
    list: 'listOrganizationAgentConversations',
    path: '/v1/orgs/{organizationId}/agent/conversations',
    shelf: 'conversations',
    owner: ofOrganization,
  },
  {
    list: 'listChangeRequestConversations',
    path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/conversations',
    shelf: 'conversations',
    owner: call => {
      const id = param(call, 'changeRequestId')
      if (!getSpace(call.world, param(call, 'spaceId')).changeRequests.has(id))
        throw notFound('change request')
      return id
    },
  },
]

export const keptThingRoutes: readonly Route[] = [
  ...routesOfLists(siteLists),
  ...kept.flatMap(routesOf),
  {
    name: 'getSiteQuestionAnswerById',
    method: 'GET',
    path: `${SITE}/answers/{siteQuestionAnswerId}`,
    offer: 'newest',
    handle: call => {
      const answer = findKept(call, ofSite(call), 'answers', param(call, 'siteQuestionAnswerId'))
      return ok({ ...answer, response: { id: answer.responseId, role: 'assistant', steps: [] } })
    },
  },
]

export function routesOfLists(lists: readonly SiteList[]): Route[] {
  return lists.flatMap(({ list, find, at, whole }) =>
    routesOf({
      list,
      get: find,
      path: `${SITE}/${at}`,
      shelf: at,
      owner: ofSite,
      ...(whole && { answer: (_call: Call, items: readonly JsonObject[]) => ok({ items }) }),
    }),
  )
}

function routesOf({ list, get, path, shelf, owner, offer = 'newest', answer = paged }: Kept): Route[] {
  const all: Route = {
    name: list,
    method: 'GET',
    path,
    offer,
    handle: call => answer(call, [...shelfOf(call.world, owner(call), shelf).values()]),
  }
  if (get === undefined) return [all]
  const each: Route = {
    name: get,
    method: 'GET',
    path: `${path}/{id}`,
    offer,
    handle: call => ok(findKept(call, owner(call), shelf, param(call, 'id'))),
  }
  return [all, each]
}

function findKept(call: Call, owner: string, shelf: string, id: string): JsonObject {
  const found = shelfOf(call.world, owner, shelf).get(id)
  if (found === undefined) throw notFound(`one of the ${shelf}`)
  return found
}
