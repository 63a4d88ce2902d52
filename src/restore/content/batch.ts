/**
 * One batch of changes on a draft: applied as a whole or not at all. What became of it when no clear answer came is not
 * known here: `AnswerUnclear` says so, and whoever computed the batch reads the draft and computes what is left.
 */
import { DocvaultError } from '../../model/errors.ts'
import { listOf, recordOf, textOf } from '../../model/fields.ts'
import { JsonText } from '../../platform/json-text.ts'
import type { RestoreSession } from '../apply/session.ts'
import type { StateItem } from '../state.ts'
import type { Draft } from './draft.ts'

export type Change = {
  operation: 'insert_page' | 'update_page' | 'delete_page' | 'revert_page' | 'insert_files'
  [field: string]: unknown
}

export const MOST_CHANGES = 50
const MOST_UNCLEAR = 4

export class AnswerUnclear extends DocvaultError {
  constructor(cause: unknown) {
    super('answer-unclear', 'whether the platform took a batch of changes is not known', { cause })
  }
}

/** Ids of the pages that were inserted, by the `ref` that each was sent with. */
export async function sendBatch(
  { context, record }: RestoreSession,
  owner: StateItem,
  { space, changeRequest }: Draft,
  changes: readonly (Change | JsonText)[],
): Promise<ReadonlyMap<string, string>> {
  let failed: unknown = null
  const answer = await record.write(
    { does: 'edit', kind: owner.kind, path: owner.path },
    async () => {
      try {
        return await context.platform.changeRequests.edit(
          space,
          changeRequest,
          JsonText.listIn('changes', changes),
        )
      } catch (error) {
        failed = error
        throw error
      }
    },
    async () => {
      // In doubt from an earlier life of the run: the draft was read since, and the batch made from what it has.
      if (failed === null) return null
      throw new AnswerUnclear(failed)
    },
  )
  return new Map(listOf(answer.changes).flatMap(insertedPage))
}

function insertedPage(change: unknown): [string, string][] {
  const fields = recordOf(change)
  const [ref, id] = [textOf(fields?.ref), textOf(recordOf(fields?.page)?.id)]
  return fields?.object === 'created_page' && ref !== null && id !== null ? [[ref, id]] : []
}

/**
 * Makes `round` again as long as it ends unclear; it has to begin with a look at what the platform holds. Throws what
 * the platform answered last when that goes on and on.
 */
export async function untilClear<T>(round: () => Promise<T>): Promise<T> {
  for (let unclear = 1; ; unclear++) {
    try {
      return await round()
    } catch (error) {
      if (!(error instanceof AnswerUnclear)) throw error
      if (unclear >= MOST_UNCLEAR) throw error.cause
    }
  }
}
