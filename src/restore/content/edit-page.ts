/** Body and fields of a page that is there, through a batch of changes. */
import { NotFound, RequestRejected } from '../../platform/errors.ts'
import type { Doing } from '../doing.ts'
import { textOf } from '../fields.ts'
import type { StateItem } from '../state.ts'
import { type Draft, fieldsOf, send } from './batch-writer.ts'
import { bodyOf } from './body.ts'

/** The platform's own memory first: it loses nothing. */
export async function editPage(doing: Doing, owner: StateItem, draft: Draft, item: StateItem): Promise<void> {
  const page = doing.target(item)
  const revision = revisionOf(doing, owner)
  if (doing.home && page === item.id && revision !== null && owner.kind === 'space') {
    const reverted = await tryRevert(doing, owner, draft, page, revision)
    if (reverted) return
  }
  const document = bodyOf(doing, owner, item)
  const body = document === null ? {} : { document: { document } }
  await send(doing, owner, draft, [{ type: 'update_page', page, ...fieldsOf(item), ...body }])
}

async function tryRevert(
  doing: Doing,
  owner: StateItem,
  draft: Draft,
  page: string,
  revision: string,
): Promise<boolean> {
  if (hasNewIds(doing)) return false
  try {
    await send(doing, owner, draft, [{ type: 'revert_page', page, revision }])
    return true
  } catch (error) {
    if (error instanceof NotFound || error instanceof RequestRejected) return false
    throw error
  }
}

/** Then references have to be rewritten, which putting back does not do. */
function hasNewIds({ vault, run }: Doing): boolean {
  return vault.restoredIds({ run }).some(row => row.made)
}

function revisionOf({ source }: Doing, owner: StateItem): string | null {
  const [revision] = source.list('revision', owner)
  return textOf(revision?.json.id)
}
