/** Pages that are there and that the plan writes, each with the lines that it takes away and brings. */
import { setImmediate as turn } from 'node:timers/promises'
import { structuredPatch } from 'diff'
import { aboutOf } from '../naming.ts'
import type { OrganizationState, StateItem } from '../state.ts'
import type { Planning } from './planning.ts'
import type { Overwritten } from './steps.ts'

const MOST_LINES = 12
const MOST_CHARACTERS = 160
/** More edits than this are not looked for: the same on every machine, as a time limit is not. */
const MOST_EDITS = 1000

/** What somebody wrote since into a page of which only links are written stays, and is not shown as going. */
const RELINKED = ['only its links to what has a new id; the rest stays as it is']

export async function findOverwritten({
  plan: { written, relinked },
  basis: { matches, source, target },
}: Planning): Promise<Overwritten[]> {
  const overwritten: Overwritten[] = []
  for (const page of written.items(source)) {
    await turn()
    const there = matches.target(page)
    if (there === null) continue
    const diff = relinked.has(page) ? RELINKED : diffOf(textOf(target, there), textOf(source, page))
    overwritten.push({ ...aboutOf(page), diff: [...diff] })
  }
  return overwritten
}

/** Lines with `-` and `+` before them; empty where the texts are the same, and only fields differ. */
function diffOf(before: string, after: string): string[] {
  if (before === after) return []
  const patch = structuredPatch('', '', before, after, '', '', { context: 0, maxEditLength: MOST_EDITS })
  if (patch === undefined) return [`too different to show: ${before.length} → ${after.length} characters`]
  const lines = patch.hunks.flatMap(hunk => hunk.lines).filter(line => !line.startsWith('\\'))
  const shown = lines.slice(0, MOST_LINES).map(line => line.slice(0, MOST_CHARACTERS))
  return lines.length > shown.length ? [...shown, `… ${lines.length - shown.length} more lines`] : shown
}

function textOf(state: OrganizationState, item: StateItem): string {
  return (state.part(item, 'markdown') ?? state.part(item, 'document') ?? '').toString()
}
