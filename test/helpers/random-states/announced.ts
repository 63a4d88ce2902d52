/** Whether a plan said of something that it would not be as it was: an item left alone, or a property of it lost. */
import type { Planned } from '../restore-world.ts'
import {
  type Difference,
  differencesOf,
  type Judging,
  type PageFacts,
  type SpaceFacts,
} from './space-facts.ts'

/** Properties of the judge by what plans call them. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  order: ['place'],
  kind: ['type'],
  target: ['type'],
  body: ['body', 'links', 'links that led nowhere', 'computed'],
  Markdown: ['Markdown', 'heading of the Markdown'],
  bytes: ['file'],
  size: ['file'],
  contentType: ['file'],
  document: ['text of a reusable content'],
  missing: ['file ending in .md'],
}

type PlanWords = Pick<Planned, 'losses' | 'skipped' | 'impossible' | 'unmapped' | 'lasting'>

/** What the plan did not say. `space`: id of the one that they are in. `found`: as it was before the restore. */
export function unannounced(
  plan: PlanWords,
  space: string,
  source: SpaceFacts,
  now: SpaceFacts,
  found: SpaceFacts,
): Difference[] {
  const mayStray = ({ kind, id }: PageFacts) => isLost(plan, `${kind} ${space}/${id}`, 'place')
  const open = (judging: Judging) =>
    differencesOf(source, now, { mayStray, ...judging }).filter(one => !isAnnounced(plan, space, one, source))
  // Of two pages of one title either may stand for the one that is gone: what was there, or what was made beside it.
  const [first, second] = [open({}), open({ found })]
  return first.length <= second.length ? first : second
}

function isAnnounced(plan: PlanWords, space: string, difference: Difference, source: SpaceFacts): boolean {
  const { kind, id, title, property, was } = difference
  const name = `${kind} ${space}/${id}`
  if ([...plan.skipped, ...plan.impossible].some(one => `${one.kind} ${one.source}` === name)) return true
  if (property === 'extra') return isBeside(plan, space, title, source)
  if (kind === 'revision') return plan.losses.some(one => one.source === space && one.property === property)
  if (property === 'body' && plan.unmapped.some(one => `${one.kind} ${one.source}` === name)) return true
  const names = NAMES[property] ?? [property]
  if (names.some(one => isLost(plan, name, one))) return true
  // A group that became a page, a page that stands for a link: more is said of them than was.
  return was === null && isLost(plan, name, 'type')
}

/** After an undo: made by the restore and not removable, or deleted by it and made anew. */
export function lasts(
  { lasting }: PlanWords,
  space: string,
  { kind, id, title, property, was }: Difference,
): boolean {
  if (property === 'extra') return lasting.some(one => one.label === title)
  const entry = lasting.find(one => `${one.kind} ${one.source}` === `${kind} ${space}/${id}`)
  if (entry === undefined) return false
  const names = [property, ...(NAMES[property] ?? [])]
  return names.some(one => entry.reason.includes(one)) || (was === null && entry.reason.includes('type'))
}

/** A link that led nowhere leads to what the restore made there, where that cannot be taken away. */
export function isRevived(
  { lasting }: PlanWords,
  undo: PlanWords,
  space: string,
  { kind, id, property }: Difference,
): boolean {
  const name = `${kind} ${space}/${id}`
  const isAnnounced = ['links that led nowhere', 'links'].some(one => isLost(undo, name, one))
  return property === 'body' && lasting.length > 0 && isAnnounced
}

function isLost({ losses }: PlanWords, name: string, property: string): boolean {
  return losses.some(one => one.property === property && one.items.includes(name))
}

/** Where no page can be changed, another one comes beside it. */
function isBeside(plan: PlanWords, space: string, title: string, source: SpaceFacts): boolean {
  const [page] = source.pages.filter(one => one.title === title)
  return page !== undefined && isLost(plan, `${page.kind} ${space}/${page.id}`, 'body')
}
