/** The change request that a restore works in: one for each space and run, found again by its subject. */
import type { Doing } from '../doing.ts'
import type { StateItem } from '../state.ts'

export async function openDraft(doing: Doing, space: string, owner: StateItem): Promise<string> {
  const { platform, drafts } = doing
  const subject = subjectOf(doing)
  const known = drafts.get(space) ?? (doing.resumed ? (await findDraft(doing, space))?.id : undefined)
  if (known !== undefined) {
    drafts.set(space, known)
    return known
  }
  const made = await doing.write(
    `draft ${owner.path}`,
    () => platform.changeRequests.create(space, { subject }),
    () => findDraft(doing, space),
  )
  drafts.set(space, made.id)
  return made.id
}

export async function findDraft(doing: Doing, space: string): Promise<{ id: string } | null> {
  const { platform } = doing
  for (const status of ['draft', 'open']) {
    for await (const one of platform.changeRequests.list(space, { status }))
      if (one.subject === subjectOf(doing)) return { id: one.id }
  }
  return null
}

/** Nothing to merge is no error; a merge of which no answer came is looked up. */
export async function mergeDraft(
  doing: Doing,
  space: string,
  draft: string,
  owner: StateItem,
): Promise<void> {
  const { platform } = doing
  const outcome = await doing.write(
    `merge ${owner.path}`,
    () => platform.changeRequests.merge(space, draft),
    async () => {
      const found = await platform.changeRequests.find(space, draft)
      return found?.status === 'merged' ? { revision: found.revision, result: 'merge' } : null
    },
  )
  doing.drafts.delete(space)
  if (outcome.result === 'conflicts')
    doing.note(owner, 'the merge met edits of others: it was applied, look at it')
}

export function subjectOf({ run, request }: Pick<Doing, 'run' | 'request'>): string {
  return `docvault restore ${run} of snapshot ${request.snapshot}`
}
