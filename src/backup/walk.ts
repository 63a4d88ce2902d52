/**
 * The walk from the organization down: which scopes there are, and in which order. Spaces are walked each on its own,
 * because a daemon spreads them over its queue; what comes after them in the list may build on all of them.
 */
import pMap from 'p-map'
import type { Kind } from '../model/resource.ts'
import type { ResourceKey } from '../vault/vault.ts'
import { inRuns, type Step, takeSteps } from './ask-ahead.ts'
import { followsChange, followsLate } from './followers.ts'
import { causeOf, recordGap } from './gap.ts'
import { type Group, groupsUnder, isAnyUnder } from './group.ts'
import { isChosen, isSureToBeRead, reasonToRead } from './needs-reading.ts'
import type { ParentNode } from './parent-node.ts'
import { makeReadContext } from './read-context.ts'
import { readGroup } from './read-group.ts'
import type { BackupSession } from './session.ts'

/** Up to the spaces, which are listed and not walked. */
export async function walkToSpaces(session: BackupSession): Promise<ParentNode[]> {
  const spaces: ParentNode[] = []
  for (const top of groupsBelow(session, null)) {
    for (const root of await readGroup(session, top, null, null)) {
      session.knowledge.root = root
      await walkInRuns(session, splitAtSpaces(session, root).before, root, async ({ group, parent }) => {
        if (group.head.kind === 'space')
          for (const space of await readIfNeeded(session, group, parent)) spaces.push(space)
        else await walkGroup(session, group, parent)
      })
    }
  }
  return spaces
}

export async function walkAfterSpaces(session: BackupSession): Promise<void> {
  const { root } = session.knowledge
  if (root !== null) await walkInRuns(session, splitAtSpaces(session, root).after, root)
}

/** Why each scope directly below a space has to be read; none, when a walk would read nothing. Notes what is left out. */
export async function reasonsBelow(session: BackupSession, space: ParentNode): Promise<Reasons> {
  const reasons: Reasons = new Map()
  for (const group of groupsBelow(session, space)) {
    const reason = group.insteadOf === null ? await reasonOrGap(session, group, space) : null
    if (reason !== null) reasons.set(group.head.kind, reason)
  }
  return reasons
}

/** With the reasons that are known, or finding them anew. */
export async function walkSpace(
  session: BackupSession,
  space: ParentNode,
  reasons: Reasons | null,
): Promise<void> {
  const walk = async ({ group }: Step) => {
    const isKnown = reasons === null || reasons.has(group.head.kind)
    if (isKnown || followsChange(session.knowledge, group, space))
      await walkGroup(session, group, space, reasons?.get(group.head.kind))
  }
  const isSure = reasons === null ? undefined : ({ group }: Step) => reasons.has(group.head.kind)
  for (const run of inRuns(session, groupsBelow(session, space)))
    await takeSteps(session, stepsOf(run, space), walk, isSure)
}

export type Reasons = Map<Kind, Reason>
type Reason = NonNullable<Awaited<ReturnType<typeof reasonToRead>>>

function groupsBelow({ context }: BackupSession, parent: ParentNode | null): readonly Group[] {
  return groupsUnder(context.resources, parent?.kind ?? null)
}

function splitAtSpaces(session: BackupSession, root: ParentNode): { before: Group[]; after: Group[] } {
  const groups = groupsBelow(session, root)
  const end = groups.findIndex(({ head }) => head.kind === 'space') + 1 || groups.length
  return { before: groups.slice(0, end), after: groups.slice(end) }
}

/** Kinds that only stand in for an extension: last, when it is known whether the service has it. */
export async function walkStandIns(session: BackupSession): Promise<void> {
  const { capabilities } = session.context.platform
  await walkAll(
    session,
    ({ group: { insteadOf } }) => insteadOf !== null && !capabilities.wasOffered(insteadOf),
  )
}

/** What follows from what was found anywhere else in the run, where it was not read already. */
export async function walkFollowers(session: BackupSession): Promise<void> {
  const { knowledge } = session
  await walkAll(
    session,
    ({ group, parent }) => group.insteadOf === null && followsLate(knowledge, group, parent),
  )
}

/** Scopes that are looked at together for what is to be read of them. */
const AT_A_TIME = 64

/** Of all that stands directly under the organization, what is due in its turn. */
async function walkAll(session: BackupSession, isDue: (step: Step) => boolean): Promise<void> {
  const { context, knowledge } = session
  const steps = [...knowledge.nodes.values()].flatMap(parent => stepsOf(groupsBelow(session, parent), parent))
  for (let from = 0; from < steps.length; from += AT_A_TIME)
    await takeSteps(
      session,
      steps.slice(from, from + AT_A_TIME),
      async step => {
        if (!isDue(step)) return
        context.signal?.throwIfAborted()
        await readIfNeeded(session, step.group, step.parent)
      },
      step => isDue(step) && isSureToBeRead(session, step.group, step.parent),
    )
}

/** What the answers to others named of a scope that was read, or passed by, before they came. */
export async function walkOverlooked(session: BackupSession): Promise<void> {
  const { context, knowledge } = session
  for (const parent of [...knowledge.nodes.values()]) {
    for (const { head } of groupsBelow(session, parent)) {
      if (!('list' in head) || head.isOverlooked === undefined || !isChosen(context, parent)) continue
      context.signal?.throwIfAborted()
      if (await head.isOverlooked(makeReadContext(context, knowledge, head, parent)))
        await readAgain(session, head.kind, parent.key)
    }
  }
}

/** One scope again, and what stands below resources that it did not name the first time. */
export async function readAgain(session: BackupSession, kind: Kind, parentKey: ResourceKey): Promise<void> {
  const { nodes } = session.knowledge
  const parent = nodes.get(parentKey)
  if (parent === undefined) return
  const group = groupsBelow(session, parent).find(({ members }) =>
    members.some(member => member.kind === kind),
  )
  if (group === undefined) return
  const known = new Set(nodes.keys())
  const read = await readOrGap(session, group, parent, null)
  for (const node of read) if (!known.has(node.key)) await walkBelow(session, node)
}

/** Kinds one after another, because later ones build on earlier ones. */
async function walkBelow(session: BackupSession, parent: ParentNode): Promise<void> {
  await walkInRuns(session, groupsBelow(session, parent), parent)
}

async function walkInRuns(
  session: BackupSession,
  groups: readonly Group[],
  parent: ParentNode,
  walk = (step: Step) => walkGroup(session, step.group, step.parent),
): Promise<void> {
  for (const run of inRuns(session, groups)) await takeSteps(session, stepsOf(run, parent), walk)
}

function stepsOf(groups: readonly Group[], parent: ParentNode): Step[] {
  return groups.map(group => ({ group, parent }))
}

/** One scope, and what stands below it side by side. */
async function walkGroup(
  session: BackupSession,
  group: Group,
  parent: ParentNode,
  reason?: Reason,
): Promise<void> {
  const { signal, resources, settings } = session.context
  signal?.throwIfAborted()
  const nodes = reason
    ? await readOrGap(session, group, parent, reason.token)
    : await readIfNeeded(session, group, parent)
  if (!isAnyUnder(resources, group.head.kind)) return
  await pMap(nodes, node => walkBelow(session, node), { concurrency: settings.spacesAtOnce })
}

async function readIfNeeded(session: BackupSession, group: Group, parent: ParentNode): Promise<ParentNode[]> {
  const reason = await reasonOrGap(session, group, parent)
  return reason === null ? [] : readOrGap(session, group, parent, reason.token)
}

async function reasonOrGap(
  session: BackupSession,
  group: Group,
  parent: ParentNode,
): ReturnType<typeof reasonToRead> {
  try {
    return await reasonToRead(session, group, parent)
  } catch (error) {
    recordGap(session.context, group, parent, causeOf(session.context, error))
    return null
  }
}

/** Whatever goes wrong within a scope stays there. */
async function readOrGap(
  session: BackupSession,
  group: Group,
  parent: ParentNode,
  token: Reason['token'],
): Promise<ParentNode[]> {
  try {
    return await readGroup(session, group, parent, token)
  } catch (error) {
    recordGap(session.context, group, parent, causeOf(session.context, error))
    return []
  }
}
