import { type Fields, recordOf, textOf } from '../../model/fields.ts'
import type { Kind } from '../../model/resource.ts'
import type { RestoreKnowledge, RestoreSession } from '../apply/session.ts'
import { type MapId, sameId } from '../match/ids.ts'
import type { TargetProfile } from '../read/target-profile.ts'
import type { StateItem } from '../state.ts'
import { attributed } from './attribution.ts'
import { type ItemOf, type LossOf, type Made, phases, restorer, type Setting } from './restorer.ts'

/** Author and time stand in the text: everything restored is posted by the token's owner, now. */
const lost: readonly LossOf<'comment'>[] = [
  { field: 'id', why: 'new-one' },
  { field: 'postedBy', why: 'author-in-text' },
  { field: 'postedAt', why: 'time-in-text' },
  { field: 'editedAt', why: 'date' },
  { field: 'reactions', why: 'reactions' },
  { field: 'resolvedAt', why: 'time-of-restore' },
  { field: 'resolvedBy', why: 'token-owner' },
  { field: 'target.node', why: 'page-not-place' },
  { field: 'target.page.path', why: 'derived' },
  { field: 'target', why: 'absent-own-page', when: isPageGone },
  { field: 'target', why: 'on-old-page', when: isOnOldPage, follows: true },
  { field: 'body', why: 'own-words', when: isStillThere },
]

/** Not made anew: whoever wrote it changed it. */
function isStillThere({ kind, id }: ItemOf<'comment'>, { map }: TargetProfile): boolean {
  return map(kind, id) === id
}

/** Nothing moves a comment: one that is there stays where it is. */
function isOnOldPage(item: ItemOf<'comment'>, profile: TargetProfile): boolean {
  const page = pageOf(item, profile.map, ofDraft)
  return isStillThere(item, profile) && page !== null && page !== pageOf(item, sameId, ofDraft)
}

function isPageGone(item: ItemOf<'comment'>, { map }: TargetProfile): boolean {
  return recordOf(recordOf(item.json.target)?.page) !== null && pageOf(item, map, ofDraft) === null
}

/** Under ids that map to themselves it is the target's own, which says already who wrote it. */
function bodyOf({ json }: ItemOf<'comment'>, map: MapId): string {
  return map === sameId ? (textOf(recordOf(json.body)?.markdown) ?? '') : attributed(json)
}

function expected({ json }: ItemOf<'comment'>): Fields {
  return { ...json, body: { ...recordOf(json.body), markdown: attributed(json) } }
}

function pageOf({ json }: ItemOf<'comment'>, map: MapId, kinds: readonly Kind[]): string | null {
  const page = textOf(recordOf(recordOf(json.target)?.page)?.id)
  if (page === null) return null
  for (const kind of kinds) {
    const mapped = map(kind, page)
    if (mapped !== null) return mapped
  }
  return null
}

function resolution(
  write: (session: RestoreSession, target: string, resolved: boolean, item: StateItem) => Promise<unknown>,
): Setting {
  return {
    name: 'resolution',
    phase: phases.comments,
    fields: ({ json }) => ({ resolved: json.status === 'resolved' }),
    write: async (session, target, { resolved }, item) =>
      void (await write(session, target, resolved === true, item)),
  }
}

const SAID = 'what people said stays, unless its kind is chosen by name'

const ofSpace = ['page'] as const
const ofDraft = ['change-request-page', 'page'] as const

export const comment = restorer({
  kind: 'comment',
  phase: phases.comments,
  key: (item, map) => `${pageOf(item, map, ofSpace) ?? ''} ${bodyOf(item, map)}`,
  create: async ({ context, knowledge }, item) => {
    const page = pageOf(item, knowledge.map, ofSpace)
    const made = await context.platform.comments.create(spaceOf(knowledge, item), {
      body: { markdown: attributed(item.json) },
      ...(page === null ? {} : { page }),
    })
    return madeOf(made)
  },
  settings: [
    resolution(({ context, knowledge }, target, resolved, item) =>
      context.platform.comments.update(spaceOf(knowledge, item), target, { resolved }),
    ),
  ],
  expected,
  lost,
  staysUnasked: SAID,
  remove: ({ context: { platform } }, { id, parent }) => platform.comments.delete(parent?.id ?? '', id),
})

export const commentReply = restorer({
  kind: 'comment-reply',
  phase: phases.comments,
  key: bodyOf,
  create: async ({ context, knowledge }, item) => {
    const above = knowledge.target(parentOf(item))
    const body = { markdown: attributed(item.json) }
    return madeOf(
      await context.platform.comments.createReply(spaceOf(knowledge, parentOf(item)), above, {
        body,
      }),
    )
  },
  expected,
  lost,
  staysUnasked: SAID,
  remove: ({ context: { platform } }, { id, parent }) =>
    platform.comments.deleteReply(parent?.parent?.id ?? '', parent?.id ?? '', id),
})

export const changeRequestComment = restorer({
  kind: 'change-request-comment',
  phase: phases.comments,
  key: (item, map) => `${pageOf(item, map, ofDraft) ?? ''} ${bodyOf(item, map)}`,
  create: async ({ context, knowledge }, item) => {
    const [space, draft] = draftOf(knowledge, item)
    const page = pageOf(item, knowledge.map, ofDraft)
    const made = await context.platform.changeRequestComments.create(space, draft, {
      body: { markdown: attributed(item.json) },
      ...(page === null ? {} : { page }),
    })
    return madeOf(made)
  },
  settings: [
    resolution(({ context, knowledge }, target, resolved, item) =>
      context.platform.changeRequestComments.update(...draftOf(knowledge, item), target, {
        resolved,
      }),
    ),
  ],
  expected,
  lost,
  staysUnasked: SAID,
  remove: ({ context: { platform } }, { id, parent }) =>
    platform.changeRequestComments.delete(parent?.parent?.id ?? '', parent?.id ?? '', id),
})

export const changeRequestReply = restorer({
  kind: 'change-request-reply',
  phase: phases.comments,
  key: bodyOf,
  create: async ({ context, knowledge }, item) => {
    const above = parentOf(item)
    const [space, changeRequest] = draftOf(knowledge, above)
    const body = { markdown: attributed(item.json) }
    const replies = context.platform.changeRequestComments.replies(
      space,
      changeRequest,
      knowledge.target(above),
    )
    return madeOf(await replies.create({ body }))
  },
  expected,
  lost,
  staysUnasked: SAID,
  remove: ({ context: { platform } }, { id, parent }) => {
    const draft = parent?.parent
    const space = draft?.parent?.id ?? ''
    return platform.changeRequestComments.replies(space, draft?.id ?? '', parent?.id ?? '').delete(id)
  },
})

function madeOf(made: { id: string; [field: string]: unknown }): Made {
  return { id: made.id, json: made }
}

function spaceOf(knowledge: RestoreKnowledge, item: StateItem): string {
  return knowledge.target(parentOf(item))
}

/** Ids of space and draft that a comment on a draft stands under. */
function draftOf(knowledge: RestoreKnowledge, item: StateItem): [string, string] {
  const draft = parentOf(item)
  return [knowledge.target(parentOf(draft)), knowledge.target(draft)]
}

function parentOf(item: StateItem): StateItem {
  if (item.parent === null) throw new Error(`${item.kind} ${item.id} stands under nothing`)
  return item.parent
}
