/**
 * Links of a space and of a page, and what refers to a file: docs/reference/operations.md, 4.4, 4.10 and 4.11.
 * Newer services have none.
 */
import type { Answer } from '../protocol/answer.ts'
import { type Call, enumQuery, param } from '../protocol/call.ts'
import { listAnswer } from '../protocol/paging.ts'
import type { Route } from '../protocol/route.ts'
import { type Branch, headOf } from '../state/branch.ts'
import { presentPlace, presentTarget, type Surroundings, surroundingsOf } from '../state/content-location.ts'
import { getFile, presentFile } from '../state/file.ts'
import { LINK_STATUSES, type Link, linksOf } from '../state/link.ts'
import { offered } from '../state/offered.ts'
import { getPage } from '../state/page.ts'
import { currentRevision } from '../state/space.ts'
import type { World } from '../state/world.ts'
import { branchOf, CHANGE_REQUEST_PATH, SPACE_PATH } from './branch-of.ts'

export const linkRoutes: readonly Route[] = [
  dropped('listSpaceLinks', `${SPACE_PATH}/links`, listSpaceLinks),
  dropped('listPageLinksInSpace', `${SPACE_PATH}/content/page/{pageId}/links`, listPageLinks),
  dropped('listSpaceFileBacklinks', `${SPACE_PATH}/content/files/{fileId}/backlinks`, listFileBacklinks),
  dropped(
    'listPageLinksInChangeRequest',
    `${CHANGE_REQUEST_PATH}/content/page/{pageId}/links`,
    listPageLinks,
  ),
  dropped(
    'listChangeRequestFileBacklinks',
    `${CHANGE_REQUEST_PATH}/content/files/{fileId}/backlinks`,
    listFileBacklinks,
  ),
]

function dropped(name: string, path: string, handle: (call: Call) => Answer): Route {
  return { name, method: 'GET', path, offer: 'dropped', handle }
}

function listSpaceLinks(call: Call): Answer {
  const branch = branchOf(call)
  return linkList(call, branch, linksOf(call.world, branch.space, headOf(branch)))
}

function listPageLinks(call: Call): Answer {
  const branch = branchOf(call)
  const revision = headOf(branch)
  const page = getPage(revision, param(call, 'pageId'))
  return linkList(call, branch, linksOf(call.world, branch.space, revision, page))
}

/** The statistics are of all links, whatever the list is narrowed to. */
function linkList(call: Call, branch: Branch, links: readonly Link[]): Answer {
  const { world } = call
  const status = enumQuery(call, 'status', LINK_STATUSES)
  const wanted = links.filter(link => status === null || link.status === status)
  const locations = wanted.reduce((sum, link) => sum + link.places.length + 1, 0)
  const here = surroundingsOf(world, branch, locations)
  const answer = listAnswer(call, wanted, link => presentLink(world, branch, link, here))
  if (answer.list !== undefined) answer.list.extra = { stats: statsOf(world, branch, links) }
  return answer
}

function presentLink(world: World, branch: Branch, link: Link, here: Surroundings) {
  const target = presentTarget(world, branch, link, here)
  return {
    status: link.status,
    relation: link.relation,
    ...(target === undefined ? {} : { targetReference: target }),
    locationReferences: link.places.map(place => presentPlace(world, branch.space, place, here)),
  }
}

/** `changeRequest` counts what is broken in the draft and is not in the main content. */
function statsOf(world: World, { space, changeRequest }: Branch, links: readonly Link[]) {
  const broken = links.filter(link => link.status === 'broken')
  const inMain =
    changeRequest === null || broken.length === 0 ? broken : linksOf(world, space, currentRevision(space))
  const known = new Set(inMain.filter(link => link.status === 'broken').map(keyOf))
  const isNew = (link: Link) => changeRequest !== null && !known.has(keyOf(link))
  return {
    total: links.length,
    broken: { total: broken.length, changeRequest: broken.filter(isNew).length },
  }
}

function keyOf({ ref }: Link): string {
  return JSON.stringify(ref)
}

/** The places that refer to it, each with the file. */
function listFileBacklinks(call: Call): Answer {
  const { world } = call
  const branch = branchOf(call)
  const revision = headOf(branch)
  const file = getFile(revision, param(call, 'fileId'))
  const links = linksOf(world, branch.space, revision).filter(({ ref }) => ref.file === file.id)
  const places = links.flatMap(link => link.places)
  const here = surroundingsOf(world, branch, places.length)
  return listAnswer(call, places, place => ({
    ...presentPlace(world, branch.space, place, here),
    ...offered(world, 'replaced', { file: presentFile(world, file, true) }),
  }))
}
