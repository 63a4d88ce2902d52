/**
 * Asks for the first pages of several lists side by side. The lists are read one after another all the same, in the
 * order of the walk, so that what is recorded, and in which order, is as if each had been asked for in its turn; and
 * only those are asked for that will be read, so that there is no request more.
 */
import { giveWay } from '../model/give-way.ts'
import { type Group, type GroupItem, groupsUnder } from './group.ts'
import { isSureToBeRead } from './needs-reading.ts'
import type { ParentNode } from './parent-node.ts'
import { makeReadContext } from './read-context.ts'
import type { BackupSession } from './session.ts'

/** A list in its turn. */
export interface Step {
  group: Group
  parent: ParentNode
}

/**
 * What one parent has that the walk reads in its turn, in runs that may be asked for together: no long work stands
 * between two pages of one list.
 */
export function inRuns({ context }: BackupSession, groups: readonly Group[]): Group[][] {
  const runs: Group[][] = []
  let endsRun = true
  for (const group of groups.filter(({ insteadOf }) => insteadOf === null)) {
    if (endsRun || group.atomic) runs.push([])
    runs.at(-1)?.push(group)
    endsRun = group.atomic || hasBelow(context.resources, group)
  }
  return runs
}

function hasBelow(resources: Parameters<typeof groupsUnder>[0], { head }: Group): boolean {
  return groupsUnder(resources, head.kind).some(({ insteadOf }) => insteadOf === null)
}

/** Takes every step in order; a group that it gets answers its first reading with what was asked for ahead. */
export async function takeSteps(
  session: BackupSession,
  steps: readonly Step[],
  take: (step: Step) => Promise<void>,
  isSure: (step: Step) => boolean | Promise<boolean> = ({ group, parent }) =>
    isSureToBeRead(session, group, parent),
): Promise<void> {
  const asked: Asked[] = []
  try {
    for (const step of steps) {
      const mayAsk = steps.length > 1 && !step.group.atomic && !step.group.inTurn
      asked.push(mayAsk && (await isSure(step)) ? askAhead(session, step) : { step, drop: () => {} })
    }
    for (const { step } of asked) {
      await giveWay()
      await take(step)
    }
  } finally {
    for (const { drop } of asked) drop()
  }
}

interface Asked {
  step: Step
  /** What was not taken is not waited for. */
  drop(): void
}

function askAhead(session: BackupSession, { group, parent }: Step): Asked {
  const { context, knowledge } = session
  const readContext = makeReadContext(context, knowledge, group.head, parent)
  const items = group.items(context.platform, readContext)[Symbol.asyncIterator]()
  const first = items.next()
  // Whoever reads the list hears of it.
  first.catch(() => {})
  let isTaken = false
  const itemsOnce: Group['items'] = (...where) => {
    if (isTaken) return group.items(...where)
    isTaken = true
    return begunWith(first, items)
  }
  return {
    step: { group: { ...group, items: itemsOnce }, parent },
    drop: () => {
      if (!isTaken) void items.return?.().catch(() => {})
    },
  }
}

async function* begunWith(
  first: Promise<IteratorResult<GroupItem>>,
  rest: AsyncIterator<GroupItem>,
): AsyncGenerator<GroupItem> {
  try {
    for (let next = await first; next.done !== true; next = await rest.next()) yield next.value
  } finally {
    await rest.return?.()
  }
}
