/** What a plan says beside its steps, in lists of lines, for whoever shows it: the command line and the web. Texts of the platform stand in it as they are. */
import { formatTime } from '../../model/format.ts'
import { plural } from '../../model/plural.ts'
import type { Kind } from '../../model/resource.ts'
import { resources } from '../../resources/index.ts'
import type { PlanDocument } from './document.ts'
import { isLeftAsItIs } from './left-as-it-is.ts'

export interface PlanSection {
  title: string
  lines: readonly string[]
}

const derived = new Set(resources.filter(resource => resource.restore.derived).map(resource => resource.kind))
const isDerived = ({ kind }: { kind: Kind }) => derived.has(kind)

/** Of one reason: more would hide the other reasons. */
const MOST_NAMES = 20

/** Those that have a line. */
export function planSections(plan: PlanDocument): PlanSection[] {
  const sections = [
    { title: 'masked', lines: plan.masked ?? [] },
    {
      title: 'who gets more access than there is now',
      lines: plan.gains.map(gain => `${gain.kind} ${gain.label}: ${gain.reason}`),
    },
    { title: 'left as it is', lines: grouped(plan.skipped) },
    { title: 'there besides, not in the snapshot: it stays', lines: grouped(plan.besides ?? []) },
    { title: 'cannot be restored', lines: grouped(plan.impossible.filter(step => !isDerived(step))) },
    {
      title: 'comes by itself with what is restored, and is compared afterwards',
      lines: grouped(plan.impossible.filter(isDerived)),
    },
    { title: 'cannot be undone afterwards', lines: grouped(plan.lasting) },
    { title: 'will be lost', lines: plan.losses.map(lossWords) },
    {
      title: 'references to what will not be there (they stay as they are and lead nowhere)',
      lines: groupedReferences(plan.unmapped),
    },
  ]
  return sections.filter(({ lines }) => lines.length > 0)
}

export function sourceWords({ request, snapshot, from, taken }: PlanDocument): string {
  const when = taken === null ? '' : ` (${formatTime(taken)})`
  const back = request.takeBack
  if (back === undefined) return `From snapshot ${snapshot} of ${from}${when}`
  if (back.run !== undefined)
    return `What restore ${back.run} did is taken back: to snapshot ${snapshot}${when}, wherever it is as snapshot ${back.after} has it,`
  return `What happened between snapshot ${snapshot}${when} and snapshot ${back.after} is taken back, and nothing later,`
}

/** Of a plan without steps; never that nothing differs where something does. `remedy`: how to ask for what is left as it is. */
export function nothingWords(
  { skipped, impossible, request }: PlanDocument,
  remedy: (differing: number) => string,
): string {
  const lost = impossible.filter(step => !isDerived(step))
  const cannot = lost.length === 0 ? '' : `; ${plural(lost.length, 'thing')} cannot be restored`
  if (skipped.length === 0) return `Nothing to do: what can be put back is there${cannot}.`
  const differing = skipped.filter(isLeftAsItIs).length
  const how = request.onConflict === 'skip' && differing > 0 ? `: ${remedy(differing)}` : ''
  return `No steps, but ${plural(skipped.length, 'thing')} left as above, which are not as the snapshot has them${cannot}${how}.`
}

/** One line for each thing that is referred to, with the pages that do. */
function groupedReferences(unmapped: PlanDocument['unmapped']): string[] {
  const byTarget = Map.groupBy(unmapped, entry => `${entry.reference.kind} ${entry.target}`)
  return [...byTarget].map(([target, list]) => `${list.length} × ${target}, in ${fewOf(list)}`)
}

/** A few by name, so that somebody knows where to look. */
function fewOf(entries: readonly { label: string }[]): string {
  const names = [...new Set(entries.map(entry => entry.label))]
  const more = names.length - MOST_NAMES
  return names.slice(0, MOST_NAMES).join(', ') + (more > 0 ? ` and ${more} more: --json lists them` : '')
}

function lossWords({ kind, label, property, count, why, names }: PlanDocument['losses'][number]): string {
  const few = names.join(', ') + (count > names.length ? ', …' : '')
  return `${kind} ${label}: ${property} × ${count}: ${why} (${few})`
}

/** One line for each reason. */
function grouped(entries: readonly { kind: Kind; reason: string; label: string }[]): string[] {
  const byWords = Map.groupBy(entries, entry => `${entry.kind}: ${entry.reason}`)
  return [...byWords].map(([words, list]) => `${list.length} × ${words} (${fewOf(list)})`)
}
