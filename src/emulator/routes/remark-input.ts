/**
 * What clients send to write and to change comments and replies.
 */
import { z } from 'zod'
import { addReaction, removeReaction } from '../state/reaction.ts'
import type { CommentBody, Remark } from '../state/records/discussion.ts'
import type { World } from '../state/world.ts'
import { documentSchema } from './document-input.ts'

/** Markdown wins where both are given. */
export const newBodySchema: z.ZodType<CommentBody> = z.union(
  [z.object({ markdown: z.string() }), z.object({ document: documentSchema })],
  { error: 'body must be an object with markdown (a text) or document (a document)' },
)
export const newRemarkSchema = z.object({ body: newBodySchema })

const emojis = z.array(z.string().min(1).max(50)).optional()

export const remarkUpdateSchema = z.object({
  body: z
    .union([newBodySchema, z.strictObject({})], {
      error: 'body must be empty, or have markdown (a text) or document (a document)',
    })
    .optional(),
  addedReactions: emojis,
  removedReactions: emojis,
})

/** An empty body leaves the one that is there. */
export function applyRemarkUpdate(
  world: World,
  remark: Remark,
  { body, addedReactions = [], removedReactions = [] }: z.infer<typeof remarkUpdateSchema>,
): void {
  const now = world.clock.timestamp()
  const written = writtenIn(body)
  if (written !== null) {
    remark.body = written
    remark.json.editedAt = now
  }
  for (const emoji of addedReactions) addReaction(remark.reactions, emoji, world.owner, now)
  for (const emoji of removedReactions) removeReaction(remark.reactions, emoji, world.owner)
}

function writtenIn(body: unknown): CommentBody | null {
  return newBodySchema.safeParse(body).data ?? null
}
