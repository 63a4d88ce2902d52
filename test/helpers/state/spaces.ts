/** Spaces and collections with all that hangs on them: content, discussions, change requests, who was let in. */
import { addContent } from './content.ts'
import { add, addAll, itemsOf, type Json, jsonOf, type Setting, without } from './expected.ts'
import { addGitSync } from './git-sync.ts'

/** What the description adds to an object that people can be let into. */
const SHARING = ['grants', 'grantedUsers', 'grantedTeams', 'access']
const DISCUSSED = ['discussion']
const CONTENT = ['content', 'markdown', 'bodyDigests', 'fileDigests']

export function addSpace(setting: Setting, organization: readonly string[], described: Json): void {
  const json = without(described, ...SHARING, ...DISCUSSED, ...CONTENT, 'drafts', 'revisions', 'links')
  const space = add(setting, organization, 'space', described.id, json)
  addSharing(setting, space, described, 'space', 'Space')
  if (setting.offers.has('listSpaceLinks'))
    add(setting, space, 'link-report', 'links', jsonOf(described.links))
  addGitSync(setting, space, 'space-git-sync', described.gitSync)
  addContent(setting, space, described, '')
  addDiscussion(setting, space, described.discussion, 'comment', 'comment-reply', 'listCommentRepliesInSpace')
  for (const draft of itemsOf(described.drafts)) addDraft(setting, space, draft)
}

export function addCollection(setting: Setting, organization: readonly string[], described: Json): void {
  const collection = add(setting, organization, 'collection', described.id, without(described, ...SHARING))
  addSharing(setting, collection, described, 'collection', 'Collection')
  const spaces = itemsOf(setting.state.spaces).filter(space => space.parent === described.id)
  add(setting, collection, 'collection-order', '*', { spaces: spaces.map(space => space.id) })
}

export function addSharing(
  setting: Setting,
  parent: readonly string[],
  described: Json,
  kind: string,
  noun: string,
): void {
  const user = (item: Json) => jsonOf(item.user).id
  const team = (item: Json) => jsonOf(item.team).id
  const { grantedUsers, grantedTeams, access } = described
  addAll(setting, parent, `${kind}-user-grant`, grantedUsers, user, `listUserPermissionsIn${noun}`)
  addAll(setting, parent, `${kind}-team-grant`, grantedTeams, team, `listTeamPermissionsIn${noun}`)
  addAll(setting, parent, `${kind}-access`, access, user, `listPermissionsAggregateIn${noun}`)
}

function addDraft(setting: Setting, space: readonly string[], described: Json): void {
  const { reviews, requestedReviewers, contributors, discussion } = described
  const people = ['reviews', 'requestedReviewers', 'contributors', 'shelves']
  const json = without(described, ...DISCUSSED, ...CONTENT, ...people)
  const draft = add(setting, space, 'change-request', described.id, json)
  const user = (item: Json) => jsonOf(item.user).id
  const kind = (name: string) => `change-request-${name}`
  addContent(setting, draft, described, 'change-request-')
  addDiscussion(
    setting,
    draft,
    discussion,
    kind('comment'),
    kind('reply'),
    'listCommentRepliesInChangeRequest',
  )
  addAll(setting, draft, kind('review'), reviews, one => one.id, 'getReviewsByChangeRequestId')
  const asked = (item: Json) => jsonOf(item.user).id ?? jsonOf(item.team).id
  addAll(
    setting,
    draft,
    kind('reviewer'),
    requestedReviewers,
    asked,
    'getRequestedReviewersByChangeRequestId',
  )
  addAll(setting, draft, kind('contributor'), contributors, user, 'getContributorsByChangeRequestId')
  const { conversations } = jsonOf(described.shelves)
  addAll(setting, draft, kind('conversation'), conversations, one => one.id, 'listChangeRequestConversations')
}

function addDiscussion(
  setting: Setting,
  parent: readonly string[],
  comments: unknown,
  kind: string,
  replyKind: string,
  listReplies: string,
): void {
  for (const described of itemsOf(comments)) {
    const comment = add(setting, parent, kind, described.id, without(described, ...DISCUSSED))
    addAll(setting, comment, replyKind, described.discussion, one => one.id, listReplies)
  }
}
