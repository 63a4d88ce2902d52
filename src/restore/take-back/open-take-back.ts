/**
 * From a request to what it takes back: reads the states that it names, and of a run what it wrote. The same for every
 * life of a run, because it starts from the target as it was when the run began.
 */
import { UsageError } from '../../model/errors.ts'
import { giveWay } from '../../model/give-way.ts'
import type { RestoreRunRow } from '../../model/restore-journal.ts'
import { inTurns } from '../../model/stepwise.ts'
import type { Platform } from '../../platform/client.ts'
import { isContent, isNode, kindUnder, NODES } from '../../resources/drafts.ts'
import type { Vault } from '../../vault/vault.ts'
import { matchStates } from '../match/match.ts'
import { requestOfRun } from '../plan/document.ts'
import { type Chosen, chosenOf, hasNamed } from '../read/choice.ts'
import { findIntoSpace } from '../read/into-space.ts'
import { readStateInTurns } from '../read-state.ts'
import type { RestoreRequest } from '../request.ts'
import type { Scratches } from '../scratch.ts'
import type { OrganizationState, StateItem } from '../state.ts'
import { type Effects, everything } from './effects.ts'
import { effectsOfRun } from './run-effects.ts'
import { type TakeBackRequest, type TakenBack, takeBack } from './take-back.ts'

export interface TakeBackSources {
  platform: Platform
  /** Holds the snapshots that restores put back. */
  source: Vault
  /** Holds the states of the target, and the runs. */
  vault: Vault
  scratches: Scratches
}

/** Null where a whole snapshot is restored. `begun`: the target when the run began; `run`: the one at work. */
export async function openTakeBack(
  sources: TakeBackSources,
  request: RestoreRequest,
  begun: OrganizationState,
  run: number | null,
): Promise<TakenBack | null> {
  const { takeBack: wish } = request
  if (wish === undefined) return null
  const { vault } = sources
  const [to, from] = [await stateAt(vault, request.snapshot), await stateAt(vault, wish.after)]
  const states = { to, from, now: begun }
  const effects = wish.run === undefined ? everything : await effectsOf(sources, wish.run)
  const isSettled = isSettledBetween(vault, states)
  const isBack = whatIsBack(vault, request.to, begun, run)
  const taken = await inTurns(takeBack({ states, effects, isBack, isSettled }), giveWay)
  return { ...taken, removals: chosenRemovals(taken, from, request) }
}

/** Of spaces and drafts: whether both have the same in it. */
export function isSettledBetween(
  vault: Vault,
  { to, from }: Pick<TakeBackRequest['states'], 'to' | 'from'>,
): TakeBackRequest['isSettled'] {
  const changed = vault.changedUnder(to.snapshot, from.snapshot)
  // One that only one of them has is looked into, as what was added in it since is somebody's.
  return ({ kind, path, resource }) =>
    !changed.has(resource.key) && to.has(kind, path) === from.has(kind, path)
}

/** What is put back, narrowed to what was chosen. References to it are mended wherever they stand. */
export function chosenBack({ wanted, changed }: TakenBack, request: RestoreRequest): Chosen {
  const choice = choiceIn(wanted, request)
  const has = (item: StateItem) => changed.has(item) && (choice?.has(item) ?? false)
  const content = [...changed].filter(item => isContent(item.kind) && has(item))
  return {
    all: false,
    has,
    named: new Set([...content, ...content.flatMap(item => (item.parent === null ? [] : [item.parent]))]),
  }
}

function chosenRemovals(taken: TakenBack, from: OrganizationState, request: RestoreRequest): StateItem[] {
  const choice = choiceIn(from, request)
  if (choice === null) choiceOf(taken.wanted, request)
  return taken.removals.filter(item => {
    const left = from.at(item.kind, item.path)
    return left !== undefined && choice?.has(left) === true
  })
}

/** Null where the state has not what is named: it may be in the other one. */
function choiceIn(state: OrganizationState, request: RestoreRequest): Chosen | null {
  return hasNamed(state, request) ? choiceOf(state, request) : null
}

function choiceOf(state: OrganizationState, request: RestoreRequest): Chosen {
  return chosenOf(state, request, () => '')
}

async function effectsOf(sources: TakeBackSources, run: number): Promise<Effects> {
  const { vault, platform } = sources
  const row = doneRun(vault, run)
  const request = requestOfRun(row)
  const [before, after] = [await stateAt(vault, row.before), await stateAt(vault, row.after)]
  const taken = await openTakeBack(sources, request, before, run)
  const source = taken?.wanted ?? (await stateAt(sources.source, row.snapshot))
  const into = await findIntoSpace(platform, request, { source, target: before })
  const matches = await matchStates({
    source,
    target: after,
    known: vault.restoredIds({ run }),
    run,
    scratches: sources.scratches,
    ...(into ? { into } : {}),
    ...(taken ? { begun: before } : {}),
  })
  return effectsOfRun({ vault, row, request, source, matches, before, after })
}

/** Throws UsageError. */
export function doneRun(vault: Vault, run: number): RestoreRunRow & { after: number } {
  const row = vault.restoreRuns().find(row => row.id === run)
  if (!row) throw new UsageError(`there is no restore ${run}`, { hint: '`docvault restore runs` lists them' })
  if (row.after === null)
    throw new UsageError(`restore ${run} is not done`, {
      hint: `go on with it first, then its end is known: \`docvault restore --resume ${run}\``,
    })
  return { ...row, after: row.after }
}

async function stateAt(vault: Vault, snapshot: number): Promise<OrganizationState> {
  if (vault.startedAt(snapshot) !== null) return readStateInTurns(vault, snapshot)
  throw new UsageError(`snapshot ${snapshot} is not kept any more`, {
    hint: 'what it held cannot be put back, nor told from what is there',
  })
}

/** Under another id, by an earlier restore. */
function whatIsBack(
  vault: Vault,
  organization: string,
  now: OrganizationState,
  run: number | null,
): (item: StateItem) => boolean {
  const targets = new Map<string, string>()
  for (const row of vault.restoredIds({ target: organization }))
    if (row.run !== run && row.made) targets.set(`${row.kind} ${row.source}`, row.target)
  const pathOf = ({ kind, path, id, parent }: StateItem): string => {
    if (parent === null || parent.kind === 'organization') return targets.get(`${kind} ${path}`) ?? path
    return `${pathOf(parent)}/${targets.get(`${kind} ${path}`) ?? id}`
  }
  // A group may have come back as a page.
  const kindsOf = ({ kind, parent }: StateItem) =>
    parent !== null && isNode(kind) ? NODES.map(node => kindUnder(parent.kind, node)) : [kind]
  return item => kindsOf(item).some(kind => now.at(kind, pathOf(item)) !== undefined)
}
