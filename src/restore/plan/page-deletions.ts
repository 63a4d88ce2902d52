/** Pages and groups of a space that are taken away again, through a change request that is merged, with what is nested below. */
import { DocvaultError } from '../../model/errors.ts'
import { textOf } from '../../model/fields.ts'
import type { RestoreSession } from '../apply/session.ts'
import type { Change } from '../content/batch.ts'
import { mergeDraft, openDraft } from '../content/draft.ts'
import { readContent } from '../content/read-content.ts'
import { phases } from '../kinds/restorer.ts'
import { labelOf, nameOf } from '../naming.ts'
import type { StateItem } from '../state.ts'
import type { Planning } from './planning.ts'

const MOST_CHANGES = 50
const MOST_NAMES = 3

export function planPageDeletions(
  { basis, plan }: Planning,
  pages: readonly StateItem[],
  reason: string,
): void {
  for (const [owner, list] of Map.groupBy(pages, page => page.parent)) {
    const mine = owner && basis.matches.source(owner)
    if (owner === null || mine === null) continue
    const names = list.slice(0, MOST_NAMES).map(labelOf).join(', ')
    plan.steps.push({
      name: `delete pages of ${nameOf(owner)}`,
      action: 'delete',
      kind: 'page',
      source: owner.path,
      label: `${names}${list.length > MOST_NAMES ? ` and ${list.length - MOST_NAMES} more` : ''} of ${labelOf(owner)}`,
      reason,
      phase: phases.enforcement,
      requests: 3 + Math.ceil(list.length / MOST_CHANGES),
      // Pages wait in a change request for whoever merges it.
      takes: basis.request.asChangeRequest === true ? [] : list,
      run: session => deletePages(session, mine, list),
    })
  }
}

/** Repeatable: what is gone already is left out. */
async function deletePages(
  session: RestoreSession,
  owner: StateItem,
  pages: readonly StateItem[],
): Promise<void> {
  const { context, knowledge, record } = session
  const above = owner.kind === 'space' ? owner : owner.parent
  const space = above === null ? '' : knowledge.target(above)
  const draft =
    owner.kind === 'space'
      ? await openDraft(session, space, owner)
      : { space, changeRequest: knowledge.target(owner) }
  const gone = new Set(pages.map(page => page.id))
  for (let at = 0; at < pages.length; at += MOST_CHANGES) {
    await record.write(
      { does: 'take', at, kind: owner.kind, path: owner.path },
      async () => {
        const there = idsOf((await readContent(context, draft)).pages)
        const changes = outermost(there, gone).slice(0, MOST_CHANGES)
        if (changes.length > 0)
          await context.platform.changeRequests.edit(space, draft.changeRequest, { changes })
      },
      async () => null,
    )
  }
  for (const { kind, path } of pages) record.done({ does: 'delete', kind, path })
  if (owner.kind === 'space' && context.request.asChangeRequest !== true)
    await mergeDraft(session, draft, owner)
}

interface Node {
  id: string
  pages: Node[]
}

function idsOf(pages: unknown): Node[] {
  if (!Array.isArray(pages)) return []
  return pages.map(page => ({ id: textOf(page?.id) ?? '', pages: idsOf(page?.pages) }))
}

/** What is nested below a page goes with it: nothing else may stand there. */
function outermost(nodes: readonly Node[], wanted: ReadonlySet<string>): Change[] {
  return nodes.flatMap(node => {
    if (!wanted.has(node.id)) return outermost(node.pages, wanted)
    const stray = strayBelow(node, wanted)
    if (stray === undefined) return [{ operation: 'delete_page', page: node.id }]
    throw new DocvaultError(
      'page-below',
      `page ${stray} stands below page ${node.id}, and would go with it`,
      {
        hint: 'move it elsewhere, then plan again',
      },
    )
  })
}

function strayBelow({ pages }: Node, wanted: ReadonlySet<string>): string | undefined {
  const [stray] = pages.flatMap(page => (wanted.has(page.id) ? (strayBelow(page, wanted) ?? []) : page.id))
  return stray
}
