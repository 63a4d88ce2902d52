/** Plans and results of restores in words. */

import type { RestoreAnswer } from '../../jobs/restore.ts'
import { formatDuration, formatTime } from '../model/format.ts'
import { plural } from '../model/plural.ts'
import type { Kind } from '../model/resource.ts'
import type { Gap } from '../model/snapshot.ts'
import { resources } from '../resources/index.ts'
import { isLeftAsItIs } from '../restore/plan/left-as-it-is.ts'
import { stateColor } from './state-color.ts'
import { renderTable } from './table.ts'
import { printable, type Terminal } from './terminal.ts'

type Plan = NonNullable<RestoreAnswer['plan']>
type Result = NonNullable<RestoreAnswer['result']>

const derived = new Set(resources.filter(resource => resource.restore.derived).map(resource => resource.kind))
const isDerived = ({ kind }: { kind: Kind }) => derived.has(kind)

const MOST_LINES = 200
/** Of one reason: more would hide the other reasons. */
const MOST_NAMES = 20
const MOST_DIFFS = 30

export function describePlan(plan: Plan): string {
  const head = [
    sourceWords(plan),
    `into organization ${printable(plan.into)} (${plan.organization}), whose present state is kept as snapshot ${plan.before}:`,
  ]
  const steps = plan.steps.flatMap(({ action, kind, label, reason, changes = [] }) => [
    `  ${action.padEnd(8)} ${kind} ${printable(label)}: ${printable(reason)}`,
    ...changes.map(change => `             ${printable(change.label)}: ${printable(change.words)}`),
  ])
  const cost = `${plural(plan.steps.length, 'step')}, about ${plural(plan.requests, 'request')}, ${formatDuration(plan.estimateMs)}`
  return [
    ...head,
    ...shortened(steps),
    ...overwrites(plan.overwritten),
    ...section(
      'who gets more access than there is now:',
      plan.gains.map(gain => `${gain.kind} ${printable(gain.label)}: ${printable(gain.reason)}`),
    ),
    ...section('left as it is:', grouped(plan.skipped)),
    ...section('cannot be restored:', grouped(plan.impossible.filter(step => !isDerived(step)))),
    ...section(
      'comes by itself with what is restored, and is compared afterwards:',
      grouped(plan.impossible.filter(isDerived)),
    ),
    ...section('cannot be undone afterwards:', grouped(plan.lasting)),
    ...section('will be lost:', plan.losses.map(lossWords)),
    ...section(
      'references to what will not be there (they stay as they are and lead nowhere):',
      groupedReferences(plan.unmapped),
    ),
    ...(plan.steps.length === 0 ? [nothingWords(plan)] : [cost, `plan ${plan.digest}`]),
  ].join('\n')
}

export function describeSourceGaps(snapshot: number, gaps: readonly Gap[]): string {
  const title = `snapshot ${snapshot} is partial: ${plural(gaps.length, 'gap')}; what they cover is older or missing in it:`
  return section(
    title,
    gaps.map(({ kind, resource, message }) => `${kind} ${printable(`${resource ?? '(all)'}: ${message}`)}`),
  ).join('\n')
}

function sourceWords({ request, snapshot, from, taken }: Plan): string {
  const when = taken === null ? '' : ` (${formatTime(taken)})`
  const back = request.takeBack
  if (back === undefined) return `From snapshot ${snapshot} of ${printable(from)}${when}`
  if (back.run !== undefined)
    return `What restore ${back.run} did is taken back: to snapshot ${snapshot}${when}, wherever it is as snapshot ${back.after} has it,`
  return `What happened between snapshot ${snapshot}${when} and snapshot ${back.after} is taken back, and nothing later,`
}

/** Never that nothing differs where something does. */
function nothingWords({ skipped, impossible, request }: Plan): string {
  const lost = impossible.filter(step => !isDerived(step))
  const cannot = lost.length === 0 ? '' : `; ${plural(lost.length, 'thing')} cannot be restored`
  if (skipped.length === 0) return `Nothing to do: what can be put back is there${cannot}.`
  const differing = skipped.filter(isLeftAsItIs).length
  const option =
    request.onConflict === 'skip' && differing > 0
      ? `: --on-conflict update puts back the ${differing === 1 ? 'one' : differing} that ${differing === 1 ? 'differs' : 'differ'}`
      : ''
  return `No steps, but ${plural(skipped.length, 'thing')} left as above, which are not as the snapshot has them${cannot}${option}.`
}

/** Each page with what goes and what comes. */
function overwrites(pages: Plan['overwritten']): string[] {
  const shown = pages
    .slice(0, MOST_DIFFS)
    .flatMap(({ label, source, diff }) => [
      `  ${printable(label)} (${source})`,
      ...diff.map(line => `    ${printable(line)}`),
    ])
  const more = pages.length - MOST_DIFFS
  if (pages.length === 0) return []
  return [
    `${plural(pages.length, 'page')} overwritten:`,
    ...shown,
    ...(more > 0 ? [`  … and ${plural(more, 'page')} more (--json or -o has all)`] : []),
  ]
}

export function describeResult(result: Result, terminal: Terminal): string {
  const { outcome, verification, run, state } = result
  const { references, differences } = verification
  return [
    `restore ${run}: ${stateColor(terminal)(state)}; ${plural(outcome.done, 'step')} done, ${outcome.failures.length} failed`,
    ...(result.undone === null ? [] : [`restore ${result.undone} is undone, all of it`]),
    ...section(
      'failed:',
      outcome.failures.map(
        failure =>
          `${failure.action} ${failure.kind} ${printable(failure.label)}: ${printable(failure.reason)}`,
      ),
    ),
    ...section(
      'to know:',
      outcome.notes.map(note => `${note.kind} ${printable(note.label)}: ${printable(note.words)}`),
    ),
    describeKinds(verification.kinds, terminal.width),
    `references: ${references.total}, of which ${references.broken} lead nowhere (${references.brokenBefore} did before)`,
    ...section(
      'differences that were not declared:',
      differences.map(
        difference =>
          `${difference.kind} ${printable(difference.label)} (${difference.source}): ${difference.field}`,
      ),
    ),
    differences.length === 0
      ? 'read back and compared: nothing differs but what is declared as lost'
      : `read back and compared: ${plural(differences.length, 'difference')}`,
  ].join('\n')
}

/** What came back of each kind, and why not all of it. `width`: null for no limit. */
export function describeKinds(kinds: Result['verification']['kinds'], width: number | null): string {
  const rows = kinds.map(({ kind, full, part, not, reasons }) => [
    kind,
    full,
    part,
    not,
    Object.entries(reasons)
      .map(([reason, count]) => `${printable(reason)} (${count})`)
      .join('; '),
  ])
  const narrow = [
    ['why', 20],
    ['kind', 12],
    ['why', 8],
  ] as const
  return renderTable({ head: ['kind', 'fully', 'partly', 'not', 'why'], rows, narrow }, width)
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...shortened(lines.map(line => `  ${line}`))]
}

function shortened(lines: readonly string[]): string[] {
  if (lines.length <= MOST_LINES) return [...lines]
  return [...lines.slice(0, MOST_LINES), `  … and ${lines.length - MOST_LINES} more (--json or -o has all)`]
}

/** One line for each thing that is referred to, with the pages that do. */
function groupedReferences(unmapped: Plan['unmapped']): string[] {
  const byTarget = Map.groupBy(unmapped, entry => `${entry.reference.kind} ${printable(entry.target)}`)
  return [...byTarget].map(([target, list]) => `${list.length} × ${target}, in ${fewOf(list)}`)
}

/** A few by name, so that somebody knows where to look. */
function fewOf(entries: readonly { label: string }[]): string {
  const names = [...new Set(entries.map(entry => printable(entry.label)))]
  const more = names.length - MOST_NAMES
  return names.slice(0, MOST_NAMES).join(', ') + (more > 0 ? ` and ${more} more: --json lists them` : '')
}

function lossWords({ kind, label, property, count, why, names }: Plan['losses'][number]): string {
  const few = names.map(printable).join(', ') + (count > names.length ? ', …' : '')
  return `${kind} ${printable(label)}: ${property} × ${count}: ${why} (${few})`
}

/** One line for each reason. */
function grouped(entries: readonly { kind: Kind; reason: string; label: string }[]): string[] {
  const byWords = Map.groupBy(entries, entry => `${entry.kind}: ${printable(entry.reason)}`)
  return [...byWords].map(([words, list]) => `${list.length} × ${words} (${fewOf(list)})`)
}
