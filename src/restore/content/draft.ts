/** The change request that a restore works in: one for each space and run, found again by its subject. */
import { DocvaultError } from '../../model/errors.ts'
import type { RestoreContext, RestoreSession } from '../apply/session.ts'
import type { StateItem } from '../state.ts'

export interface Draft {
  space: string
  changeRequest: string
}

const MOST_NAMED = 5

/** It is not merged, and stays for somebody to look at. */
export class DraftDiffers extends DocvaultError {
  constructor({ space, changeRequest }: Draft, problems: readonly string[]) {
    const more = problems.length > MOST_NAMED ? `; and ${problems.length - MOST_NAMED} more` : ''
    super(
      'draft-differs',
      `the draft is not what was planned, and was not merged: ${problems.slice(0, MOST_NAMED).join('; ')}${more}`,
      {
        hint: `change request ${changeRequest} of space ${space} stays as it is: merge it or archive it by hand`,
      },
    )
  }
}

export async function openDraft(
  { context, knowledge, record }: RestoreSession,
  space: string,
  owner: StateItem,
): Promise<Draft> {
  const { platform } = context
  const { drafts } = knowledge
  const subject = subjectOf(context)
  const known = drafts.get(space) ?? (context.resumed ? (await findDraft(context, space))?.id : undefined)
  if (known !== undefined) {
    drafts.set(space, known)
    return { space, changeRequest: known }
  }
  const made = await record.write(
    { does: 'draft', path: owner.path },
    () => platform.changeRequests.create(space, { subject }),
    () => findDraft(context, space),
  )
  drafts.set(space, made.id)
  return { space, changeRequest: made.id }
}

async function findDraft(context: RestoreContext, space: string): Promise<{ id: string } | null> {
  const { platform } = context
  for (const status of ['draft', 'open']) {
    for await (const changeRequest of platform.changeRequests.list(space, { status }))
      if (changeRequest.subject === subjectOf(context)) return { id: changeRequest.id }
  }
  return null
}

/** Whoever merges has looked at it. Nothing to merge is no error; a merge of which no answer came is looked up. */
export async function mergeDraft(
  { context, knowledge, record }: RestoreSession,
  { space, changeRequest }: Draft,
  owner: StateItem,
): Promise<void> {
  const { platform } = context
  const outcome = await record.write(
    { does: 'merge', path: owner.path },
    () => platform.changeRequests.merge(space, changeRequest),
    async () => {
      const found = await platform.changeRequests.find(space, changeRequest)
      return found?.status === 'merged' ? { revision: found.revision, result: 'merge' } : null
    },
  )
  knowledge.drafts.delete(space)
  if (outcome.result === 'conflicts')
    record.note(owner, 'the merge met edits of others: it was applied, look at it')
}

export function subjectOf({ run, request }: Pick<RestoreContext, 'run' | 'request'>): string {
  return `docvault restore ${run} of snapshot ${request.snapshot}`
}
