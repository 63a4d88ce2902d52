/**
 * Reactions with an emoji, one each of a person.
 */
import type { JsonObject } from './json-object.ts'
import type { Reaction } from './records/discussion.ts'
import type { User } from './records/people.ts'

/** Reacting twice alike changes nothing. */
export function addReaction(reactions: Reaction[], emoji: string, user: User, reactedAt: string): void {
  if (reactions.some(reaction => reaction.emoji === emoji && reaction.user.id === user.id)) return
  reactions.push({ emoji, user, reactedAt })
}

/** Only that of the user. */
export function removeReaction(reactions: Reaction[], emoji: string, user: User): void {
  const index = reactions.findIndex(reaction => reaction.emoji === emoji && reaction.user.id === user.id)
  if (index !== -1) reactions.splice(index, 1)
}

export function presentReactions(reactions: readonly Reaction[]): JsonObject[] {
  return [...Map.groupBy(reactions, reaction => reaction.emoji)].map(([emoji, group]) => ({
    emoji,
    count: group.length,
    users: group.map(({ user, reactedAt }) => ({ user, reactedAt })),
  }))
}
