/** Pages and groups of a space that are taken away again, through a change request that is merged, with what is nested below. */
import type { Change } from '../content/batch.ts'
import { mergeDraft, openDraft } from '../content/draft.ts'
import { readContent } from '../content/read-content.ts'
import type { Doing } from '../doing.ts'
import { textOf } from '../fields.ts'
import { labelOf, nameOf } from '../naming.ts'
import { phases } from '../restorer.ts'
import type { StateItem } from '../state.ts'
import type { Planning } from './planning.ts'

const MOST_CHANGES = 50
const MOST_NAMES = 3

export function planPageDeletions(planning: Planning, pages: readonly StateItem[], reason: string): void {
  for (const [owner, list] of Map.groupBy(pages, page => page.parent)) {
    const mine = owner === null ? undefined : planning.source.at(owner.kind, owner.path)
    if (owner === null || mine === undefined) continue
    const names = list.slice(0, MOST_NAMES).map(labelOf).join(', ')
    planning.steps.push({
      name: `delete pages of ${nameOf(owner)}`,
      action: 'delete',
      kind: 'page',
      source: owner.path,
      label: `${names}${list.length > MOST_NAMES ? ` and ${list.length - MOST_NAMES} more` : ''} of ${labelOf(owner)}`,
      reason,
      phase: phases.enforcement,
      requests: 3 + Math.ceil(list.length / MOST_CHANGES),
      run: doing => deletePages(doing, mine, list),
    })
  }
}

/** Repeatable: what is gone already is left out. */
async function deletePages(doing: Doing, owner: StateItem, pages: readonly StateItem[]): Promise<void> {
  const { platform, vault, run } = doing
  const above = owner.kind === 'space' ? owner : owner.parent
  const space = above === null ? '' : doing.target(above)
  const draft =
    owner.kind === 'space'
      ? await openDraft(doing, space, owner)
      : { space, changeRequest: doing.target(owner) }
  for (let at = 0; at < pages.length; at += MOST_CHANGES) {
    const part = pages.slice(at, at + MOST_CHANGES)
    await doing.write(
      `take pages ${at} of ${nameOf(owner)}`,
      async () => {
        const there = idsOf((await readContent(doing, draft)).pages)
        const changes = outermost(there, new Set(part.map(one => one.id)))
        if (changes.length > 0) await platform.changeRequests.edit(space, draft.changeRequest, { changes })
      },
      async () => null,
    )
  }
  for (const page of pages)
    vault.restores.line(run, { write: `delete ${nameOf(page)}`, state: 'done', detail: null })
  if (owner.kind === 'space') await mergeDraft(doing, draft, owner)
}

interface Node {
  id: string
  pages: Node[]
}

function idsOf(pages: unknown): Node[] {
  if (!Array.isArray(pages)) return []
  return pages.map(one => ({ id: textOf(one?.id) ?? '', pages: idsOf(one?.pages) }))
}

/** What is nested below a page goes with it. */
function outermost(nodes: readonly Node[], wanted: ReadonlySet<string>): Change[] {
  return nodes.flatMap(({ id, pages }) =>
    wanted.has(id) ? [{ operation: 'delete_page', page: id }] : outermost(pages, wanted),
  )
}
