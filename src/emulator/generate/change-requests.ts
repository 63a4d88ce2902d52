/**
 * Change requests of the generated company: all four statuses in turn, with edits, discussions and reviews. The
 * merged ones have changed the main content, which leaves older drafts outdated.
 */
import { newPage } from '../import/new-page.ts'
import { addBody } from '../state/body.ts'
import { type Branch, commitTo, headOf } from '../state/branch.ts'
import { addChangeRequest } from '../state/change-request.ts'
import { mergeChangeRequest } from '../state/change-request-merge.ts'
import { replacePage, walkPages } from '../state/page.ts'
import { freePath, insertPages } from '../state/place-page.ts'
import type { ChangeRequestState } from '../state/records/change-request.ts'
import type { Content, PageNode } from '../state/records/content.ts'
import type { OrganizationState } from '../state/records/organization.ts'
import type { User } from '../state/records/people.ts'
import type { SpaceState } from '../state/records/space.ts'
import { spacesOf } from '../state/space.ts'
import type { World } from '../state/world.ts'
import { generateComment, peopleOf, someone, type Turn } from './comments.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const STATUSES = ['open', 'draft', 'merged', 'archived'] as const
/** Every other open one asks a team, too. */
const TEAM_EVERY = 2 * STATUSES.length
const SUBJECTS = [
  'Describe the new limits',
  'Clarify the first steps',
  'Answer what support hears most',
  'Prepare the next release',
  'Fix examples that no longer run',
  'Neue Übersicht für Einsteiger',
] as const

export function generateChangeRequests(world: World, organization: OrganizationState, count: number): void {
  const spaces = spacesOf(world, organization.json.id)
  const people = peopleOf(organization)
  for (let index = 0; index < count; index++) {
    const space = spaces[Math.floor(index / STATUSES.length) % spaces.length]
    if (space === undefined) return
    generateOne(world, space, people, { index, agoMs: (count - index) * DAY_MS })
  }
}

function generateOne(world: World, space: SpaceState, people: readonly User[], { index, agoMs }: Turn): void {
  const author = someone(world, people)
  const subject = SUBJECTS[index % SUBJECTS.length] ?? SUBJECTS[0]
  const changeRequest = addChangeRequest(world, space, subject, author)
  const branch = { space, changeRequest }
  for (let edit = 0; edit <= index % 3; edit++) editDraft(world, branch, someone(world, people), index + edit)
  for (let comment = 0; comment < index % 3; comment++)
    generateComment(world, branch, people, {
      index: index + comment,
      agoMs: agoMs - HOUR_MS * (comment + 1),
    })
  const status = STATUSES[index % STATUSES.length] ?? 'open'
  const [team] = index % TEAM_EVERY === 0 ? teamsOf(world, space) : []
  if (status === 'open' || status === 'merged')
    review(world, changeRequest, people, { approved: status === 'merged', team })
  if (status === 'merged') mergeChangeRequest(world, space, changeRequest)
  else changeRequest.json.status = status
  const now = world.clock.now()
  changeRequest.json.createdAt = new Date(now - agoMs).toISOString()
  changeRequest.json.updatedAt = new Date(now - agoMs / 2).toISOString()
}

function teamsOf(world: World, { json }: SpaceState): string[] {
  return [...(world.organizations.get(json.organization)?.teams.keys() ?? [])]
}

/** A page gets a paragraph; now and then there is a new page, or one less. */
function editDraft(world: World, branch: Branch, author: User, index: number): void {
  const { pages } = headOf(branch)
  const written = [...walkPages(pages)].filter(page => page.documentId !== undefined)
  const page = written[world.random.integer(written.length)]
  if (page === undefined || index % 4 === 1) commitTo(world, branch, withNewPage(world, branch), author)
  else if (index % 7 === 5 && written.length > 2 && page.pages?.length === 0)
    commitTo(world, branch, { ...headOf(branch), pages: replacePage(pages, page.id, null) }, author)
  else commitTo(world, branch, withParagraph(world, branch, page), author)
}

function withNewPage(world: World, branch: Branch): Content {
  const { space } = branch
  const head = headOf(branch)
  const title = `Notes ${world.random.text(4)}`
  const path = freePath(head.pages, title, null)
  const page = newPage(world, space, { title, path })
  const markdown = `# ${title}\n\nA first draft, to be discussed.\n`
  const body = addBody(world, space, { markdown, title, file: `${path}.md`, resolve: asUrl })
  return { ...head, pages: insertPages(head.pages, [{ ...page, ...body }], null) }
}

function withParagraph(world: World, branch: Branch, page: PageNode): Content {
  const { space } = branch
  const head = headOf(branch)
  const old = page.documentId === undefined ? undefined : space.bodies.get(page.documentId)
  const body = addBody(world, space, {
    markdown: `${old?.markdown.trimEnd() ?? ''}\n\nMore about this (${world.random.text(6)}).\n`,
    title: page.title,
    file: old?.file ?? `${page.path}.md`,
    resolve: old?.resolve ?? asUrl,
  })
  const edited = { ...page, ...body, updatedAt: world.clock.timestamp() }
  return { ...head, pages: replacePage(head.pages, page.id, edited) }
}

function asUrl(url: string) {
  return { kind: 'url' as const, url }
}

function review(
  world: World,
  { json, reviews, requestedReviewers }: ChangeRequestState,
  people: readonly User[],
  { approved, team }: { approved: boolean; team: string | undefined },
): void {
  const reviewer = someone(world, people)
  const createdAt = world.clock.timestamp()
  const request = { requestedBy: json.createdBy, revision: json.revision, createdAt }
  requestedReviewers.push({ asked: { kind: 'user', user: reviewer }, ...request })
  if (team !== undefined) requestedReviewers.push({ asked: { kind: 'team', team }, ...request })
  const status = approved ? 'approved' : 'changes-requested'
  reviews.push({ id: world.makeId(), status, reviewer, revision: json.revision, createdAt })
}
