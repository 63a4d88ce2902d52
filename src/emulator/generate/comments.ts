/**
 * Comments of the generated company: on pages and on spaces, with replies and reactions, every third one resolved.
 */
import type { Branch } from '../state/branch.ts'
import { headOf } from '../state/branch.ts'
import { addComment, addReply, setResolved } from '../state/comment.ts'
import { walkPages } from '../state/page.ts'
import { addReaction } from '../state/reaction.ts'
import type { CommentState, Reaction } from '../state/records/discussion.ts'
import type { OrganizationState } from '../state/records/organization.ts'
import type { User } from '../state/records/people.ts'
import { spacesOf } from '../state/space.ts'
import type { World } from '../state/world.ts'

const HOUR_MS = 3_600_000
const REMARKS = [
  'Is this still **true** for the newest release?',
  'The second step needs a screenshot.',
  'Typo: `retreive` should be `retrieve`.',
  'Could we link to the troubleshooting page here?',
  'Support asks about this every week, please add an example.',
  'Ce paragraphe n’est pas clair pour moi.',
] as const
const ANSWERS = [
  'Good catch, fixed in the draft.',
  'I will ask the team.',
  'Yes, see the *release notes*.',
  'Done ✅',
] as const
const EMOJIS = ['1f44d', '1f389', '2764', '1f440'] as const

/** In turn over the spaces, each newer than the one before. */
export function generateComments(world: World, organization: OrganizationState, count: number): void {
  const spaces = spacesOf(world, organization.json.id)
  for (let index = 0; index < count; index++) {
    const space = spaces[index % spaces.length]
    if (space === undefined) return
    const branch = { space, changeRequest: null }
    generateComment(world, branch, peopleOf(organization), { index, agoMs: (count - index) * HOUR_MS })
  }
}

/** One of many that are generated: its index chooses among the variants. */
export interface Turn {
  index: number
  /** How long before now it began; what follows from it comes after. */
  agoMs: number
}

/** With its replies and its resolution. */
export function generateComment(
  world: World,
  branch: Branch,
  people: readonly User[],
  { index, agoMs }: Turn,
): CommentState {
  const pages = [...walkPages(headOf(branch).pages)].filter(page => page.documentId !== undefined)
  const page = index % 4 === 3 ? null : (pages[world.random.integer(pages.length)] ?? null)
  const author = someone(world, people)
  const body = { markdown: world.random.pick(REMARKS) }
  const comment = addComment(world, branch, { body, author, page })
  const postedMs = world.clock.now() - agoMs
  comment.json.postedAt = dateOf(postedMs)
  for (let reply = 0; reply < index % 3; reply++) {
    const added = addReply(world, comment, { markdown: world.random.pick(ANSWERS) }, someone(world, people))
    added.json.postedAt = dateOf(postedMs + (reply + 1) * 60_000)
  }
  if (index % 2 === 0) react(world, comment.reactions, people, dateOf(postedMs + 90_000))
  if (index % 3 === 2) {
    setResolved(world, comment, true, someone(world, people))
    comment.json.resolvedAt = dateOf(postedMs + HOUR_MS / 2)
  }
  return comment
}

export function peopleOf({ members }: OrganizationState): User[] {
  return [...members.values()].filter(member => !member.disabled).map(member => member.user)
}

export function someone(world: World, people: readonly User[]): User {
  return people[world.random.integer(people.length)] ?? world.owner
}

function react(world: World, reactions: Reaction[], people: readonly User[], at: string): void {
  const emoji = world.random.pick(EMOJIS)
  for (let count = 0; count <= world.random.integer(3); count++)
    addReaction(reactions, emoji, someone(world, people), at)
}

function dateOf(ms: number): string {
  return new Date(ms).toISOString()
}
