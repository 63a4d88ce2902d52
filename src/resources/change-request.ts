import { canonicalJson, digestOf } from '../model/digest.ts'
import type { Platform } from '../platform/client.ts'
import type { ChangeRequest } from '../platform/operations/change-requests.ts'
import type { Space } from '../platform/operations/spaces.ts'
import type { Published } from './field-path.ts'
import { type ChangeRequestsBySpace, listed, type ReadContext, type SharedReads } from './resource.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'change-request': Kept<ChangeRequest, Published<'ChangeRequest'>>
  }
}

/**
 * Live ones (draft, open) are listed in every run where one list serves the whole organization. Closed ones (merged,
 * archived) count as frozen: where their number is the one in the vault, they are taken from there, until an audit.
 */
export const changeRequest = listed<'change-request', Space>({
  kind: 'change-request',
  parent: 'space',
  doc: 'A proposed edit of a space, in any of its four states.',
  api: '4.9',
  list: listChangeRequests,
  isEmpty: space => space.changeRequests === 0,
  absence: {
    isGone: async (platform, { id }, { parent }) =>
      (await platform.changeRequests.find(parent.id, id)) === null,
  },
  isOverlooked: async ({ parent, shared, stored }) => {
    const answered = await answeredClosed(shared, parent)
    if (answered.length === 0 || shared.closedTaken?.has(parent.id)) return false
    const known = new Set(stored().map(request => request.id))
    return answered.some(request => !known.has(request.id))
  },
  token: async (space, platform, context) => {
    const counts = [space.changeRequests, space.changeRequestsOpen, space.changeRequestsDraft]
    const live = (await sharedLive(platform, context))?.get(space.id) ?? null
    const seen = live?.map(request => [
      request.id,
      request.status,
      request.subject,
      request.revision,
      request.updatedAt,
      request.comments,
    ])
    return { value: digestOf(canonicalJson([counts, seen ?? null])), trust: 'hint' }
  },
  id: item => item.id,
  label: item => `#${item.number} ${item.subject}`,
  alsoCalled: item => [`#${item.number}`, item.subject],
  volatile: [
    '**.urls',
    '**.permissions',
    'updatedAt',
    'revision',
    'revisionInitial',
    'revisionMergedAncestor',
    'comments',
    'outdated',
  ],
  embedded: ['createdBy'],
  people: ['createdBy'],
  references: { user: 'createdBy.id' },
  audit: null,
  restore: { fidelity: 'part', note: 'subject, status and content; number, author, dates and base are lost' },
})

type Status = 'draft' | 'open' | 'archived' | 'merged'

const LIVE: readonly Status[] = ['draft', 'open']
const CLOSED: readonly Status[] = ['archived', 'merged']

async function* listChangeRequests(
  platform: Platform,
  context: ReadContext<Space>,
): AsyncGenerator<ChangeRequest> {
  const { parent: space } = context
  const live: ChangeRequest[] = []
  for await (const request of listLive(platform, context)) {
    live.push(request)
    yield request
  }
  const closedCount = space.changeRequests - space.changeRequestsOpen - space.changeRequestsDraft
  const isLive = new Set(live.map(request => request.id))
  const known = context.stored().filter(isChangeRequest).filter(isClosed)
  const frozen = known.filter(request => !isLive.has(request.id))
  if (closedCount > 0 && (context.rereadFrozen || frozen.length !== closedCount))
    yield* listClosed(platform, context)
  else yield* await withAnswered(frozen.length === closedCount ? frozen : [], context)
}

/** What another space made the service answer is not dropped because this one's counters say that there is nothing. */
async function withAnswered(frozen: readonly ChangeRequest[], { parent, shared }: ReadContext<Space>) {
  const answered = await answeredClosed(shared, parent)
  if (answered.length > 0) noteTaken(shared, parent)
  const known = new Set(answered.map(request => request.id))
  return [...answered, ...frozen.filter(request => !known.has(request.id))]
}

/** That it failed is the gap of the space that asked. */
async function answeredClosed(
  { closedChangeRequests }: SharedReads,
  { id }: Space,
): Promise<ChangeRequest[]> {
  const all = await closedChangeRequests?.catch(() => null)
  return [...(all?.get(id) ?? [])]
}

function noteTaken(shared: SharedReads, { id }: Space): void {
  shared.closedTaken ??= new Set()
  shared.closedTaken.add(id)
}

async function* listLive(platform: Platform, context: ReadContext<Space>): AsyncGenerator<ChangeRequest> {
  const { parent: space } = context
  const shared = await sharedLive(platform, context)
  if (shared !== null) {
    yield* shared.get(space.id) ?? []
    return
  }
  if (space.changeRequestsDraft > 0) yield* platform.changeRequests.list(space.id, { status: 'draft' })
  if (space.changeRequestsOpen > 0) yield* platform.changeRequests.list(space.id, { status: 'open' })
}

async function* listClosed(platform: Platform, context: ReadContext<Space>): AsyncGenerator<ChangeRequest> {
  const { shared, parent } = context
  shared.closedChangeRequests ??= ofOrganization(platform, context.organization.id, CLOSED)
  const found = await shared.closedChangeRequests
  noteTaken(shared, parent)
  if (found !== null) yield* found.get(parent.id) ?? []
  else for (const status of CLOSED) yield* platform.changeRequests.list(parent.id, { status })
}

function sharedLive(platform: Platform, context: ReadContext<Space>): Promise<ChangeRequestsBySpace | null> {
  const { shared } = context
  shared.liveChangeRequests ??= ofOrganization(platform, context.organization.id, LIVE)
  return shared.liveChangeRequests
}

/** Null where the service lists them a space at a time only. */
function ofOrganization(
  platform: Platform,
  organization: string,
  statuses: readonly Status[],
): Promise<ChangeRequestsBySpace | null> {
  return platform.capabilities.prefer(
    'listChangeRequestsForOrganization',
    () =>
      twice(async () => {
        const found = new Map<string, ChangeRequest[]>()
        for (const status of statuses) {
          for await (const request of platform.changeRequests.listInOrganization(organization, { status })) {
            const space = spaceOf(request)
            found.set(space, [...(found.get(space) ?? []), request])
          }
        }
        return found
      }),
    async () => null,
  )
}

/** A list that was cut may be whole the second time. What fails then fails for every space at once. */
async function twice<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch {
    return read()
  }
}

/** The document's object does not say; its address does. */
function spaceOf(request: ChangeRequest): string {
  return request.space ?? /\/spaces\/([^/]+)\//.exec(String(request.urls?.location ?? ''))?.[1] ?? ''
}

function isClosed({ status }: ChangeRequest): boolean {
  return CLOSED.some(closed => closed === status)
}

/** What the vault holds was checked when it came. */
function isChangeRequest(item: object): item is ChangeRequest {
  return 'object' in item && item.object === 'change-request'
}
