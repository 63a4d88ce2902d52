/**
 * Plans the content of a space where a service can only replace all of it (`git-import.ts`). An empty space is filled;
 * one that has content is replaced only where that does what was asked for, and nothing else to what is there. Whatever
 * stands against it is named with each thing that was wished for, and what to do.
 */

import { plural } from '../../model/plural.ts'
import { NODES } from '../../resources/drafts.ts'
import { phases } from '../kinds/restorer.ts'
import { aboutOf, labelOf, nameOf } from '../naming.ts'
import { LEFT } from '../plan/left-as-it-is.ts'
import type { PlanBasis, PlanDraft, Planning } from '../plan/planning.ts'
import type { PlannedChange } from '../plan/steps.ts'
import type { StateItem } from '../state.ts'
import { whyUnsaid } from './bundle-links.ts'
import { capabilityNamed } from './capabilities.ts'
import { countWords } from './count-words.ts'
import { replaceContent } from './git-import.ts'
import { isTooMuch, whyUnsent } from './git-limits.ts'
import { namesOneOf } from './names-one-of.ts'
import { loseOfNew, loseOfSpace } from './plan-losses.ts'
import { obstaclesOf } from './replace-obstacles.ts'
import { type ReplaceWish, wishOf } from './replace-wish.ts'

const HOW =
  'by git/import: the service fetches it from docvault, answers before it has begun and tells nothing of how it ended; docvault reads the space until all of it stands there'

/** `items`: all content of the space in the snapshot. */
export async function planReplace(
  planning: Planning,
  owner: StateItem,
  items: readonly StateItem[],
): Promise<void> {
  const { basis, plan } = planning
  const there = basis.matches.target(owner)
  const wish = wishOf(planning, owner, items)
  for (const item of wish.left) plan.skipped.push({ ...aboutOf(item), reason: LEFT.differs })
  const wished = [...wish.missing, ...wish.changed.keys()]
  if (wished.length + wish.removed.length === 0) return
  const isFull = there !== null && hasContent(basis, there)
  const comes = (item: StateItem) => isFull && !(isUnsaid(item) && wish.missing.includes(item))
  const sent = items.filter(item => comes(item) || !isRefused(plan, item))
  const obstacles = obstaclesOf(planning, owner, { items: sent, wish, isFull })
  if (isTooMuch(sent)) obstacles.push('it is more than a service would clone')
  if (obstacles.length > 0 || sent.length === 0) {
    refuse(planning, owner, wished, obstacles)
    return
  }
  await lose(planning, owner, sent, wish)
  for (const item of wish.missing) if (sent.includes(item)) plan.coming.add(item)
  for (const item of wished) if (item.kind === 'page') plan.written.add(item)
  if (there !== null) plan.replaced.set(there, { obstacle: null })
  if (there !== null && !isFull)
    plan.lastingSettings.push({
      ...aboutOf(owner),
      reason: 'it is empty now, and no operation empties it',
    })
  push(planning, owner, { sent, wish, isFull })
}

/** Into an empty space comes what can. */
function isRefused(plan: PlanDraft, item: StateItem): boolean {
  const why = item.kind === 'file' || isUnsaid(item) ? whyUnsent(item) : null
  // The table of what each way can bring back says it of those.
  if (why !== null) plan.impossible.push({ ...aboutOf(item), reason: why })
  return why !== null
}

function isUnsaid(item: StateItem): boolean {
  return whyUnsaid('git', item) !== null
}

function refuse(
  { basis, plan }: Planning,
  owner: StateItem,
  wished: readonly StateItem[],
  obstacles: readonly string[],
): void {
  const instead =
    basis.taken === null || basis.taken === undefined
      ? '--on-conflict copy makes the space anew beside it'
      : 'put it back by hand'
  const reason = `this service takes the content of space ${labelOf(owner)} only as a whole, and ${obstacles.join('; and ')}; or ${instead}`
  for (const item of wished) plan.impossible.push({ ...aboutOf(item), reason })
  const there = basis.matches.target(owner)
  if (there !== null) plan.replaced.set(there, { obstacle: reason })
}

const SAME_FILE =
  'its file is the same as before, and no source says that a service then looks again where it leads'

/** All of it is written anew. */
async function lose(
  planning: Planning,
  owner: StateItem,
  sent: readonly StateItem[],
  wish: ReplaceWish,
): Promise<void> {
  const { basis, plan } = planning
  await loseOfNew(planning, owner, sent)
  loseOfSpace(planning, owner)
  const renewed = new Set(wish.missing.map(item => item.id))
  for (const item of sent) {
    const there = basis.matches.target(item)
    if (there === null || item.kind !== 'page') continue
    if (renewed.size > 0 && namesOneOf(basis, item, renewed))
      for (const property of ['links', 'cover']) plan.losses.add(owner, item, property, SAME_FILE)
    for (const property of ['tags', 'linkTitle', 'metaLinks', 'condition'])
      if (there.json[property] !== undefined && item.json[property] === undefined)
        plan.losses.add(owner, item, property, capabilityNamed(property).inPlace.git.words)
  }
}

interface Planned {
  sent: readonly StateItem[]
  wish: ReplaceWish
  isFull: boolean
}

function push({ basis, plan }: Planning, owner: StateItem, { sent, wish, isFull }: Planned): void {
  const there = basis.matches.target(owner)
  const [revision] = there === null ? [] : basis.target.list('revision', there)
  const changes = changesOf(basis, wish)
  plan.steps.push({
    name: `content whole ${nameOf(owner)}`,
    action: 'import',
    kind: owner.kind,
    source: owner.path,
    label: labelOf(owner),
    reason: `${isFull ? replacedWords(sent, wish) : countWords(sent)}, ${HOW}`,
    phase: phases.skeletons,
    requests: 12,
    fills: owner.path,
    ...(isFull && changes.length > 0 ? { changes } : {}),
    ...(wish.removed.length > 0 ? { removes: wish.removed.map(nameOf) } : {}),
    takes: wish.removed,
    run: session =>
      replaceContent(session, {
        owner,
        items: sent,
        revision: revision?.json.id === undefined ? null : String(revision.json.id),
        full: isFull,
        gone: new Set(wish.removed.map(item => item.id)),
      }),
  })
}

function replacedWords(sent: readonly StateItem[], { missing, changed, removed }: ReplaceWish): string {
  const rest = sent.length - missing.length - changed.size
  const parts = [
    ...(missing.length > 0 ? [`${countWords(missing)} missing`] : []),
    ...(changed.size > 0 ? [`${countWords([...changed.keys()])} changed`] : []),
    ...(removed.length > 0 ? [`${countWords(removed)} to be gone`] : []),
    ...(rest > 0 ? [`${plural(rest, 'other')} written once more`] : []),
  ]
  return `all of its content is replaced at once, with no change request in between (${parts.join(', ')}); what somebody writes there meanwhile goes with it, and what keeps its id and its comments the service decides`
}

function changesOf(basis: PlanBasis, { missing, changed, removed }: ReplaceWish): PlannedChange[] {
  const named = (item: StateItem, words: string) => ({ source: item.path, label: labelOf(item), words })
  return [
    // What goes is read first: a long plan is shown shortened.
    ...removed.map(item => named(item, basis.taken ? 'goes: it came since' : 'goes: not in the snapshot')),
    ...missing.map(item => named(item, 'comes back')),
    ...[...changed].map(([item, words]) => named(item, words)),
  ]
}

function hasContent({ target }: PlanBasis, space: StateItem): boolean {
  return ([...NODES, 'file'] as const).some(kind => target.list(kind, space).length > 0)
}
