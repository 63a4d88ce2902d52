/** Plans and results of restores in words. */

import type { RestoreAnswer } from '../../jobs/restore.ts'
import { formatDuration } from '../model/format.ts'
import { plural } from '../model/plural.ts'
import type { Gap } from '../model/snapshot.ts'
import { nothingWords, planSections, sourceWords } from '../restore/plan/plan-words.ts'
import { stateColor } from './state-color.ts'
import { renderTable } from './table.ts'
import { printable, type Terminal } from './terminal.ts'

type Plan = NonNullable<RestoreAnswer['plan']>
type Result = NonNullable<RestoreAnswer['result']>

const MOST_LINES = 200
const MOST_DIFFS = 30

export function describePlan(plan: Plan): string {
  const head = [
    printable(sourceWords(plan)),
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
    ...planSections(plan).flatMap(({ title, lines }) => section(`${title}:`, lines.map(printable))),
    ...(plan.steps.length === 0 ? [nothingWords(plan, remedyWords)] : [cost, `plan ${plan.digest}`]),
  ].join('\n')
}

function remedyWords(differing: number): string {
  return `--on-conflict update puts back the ${differing === 1 ? 'one that differs' : `${differing} that differ`}`
}

export function describeSourceGaps(snapshot: number, gaps: readonly Gap[]): string {
  const title = `snapshot ${snapshot} is partial: ${plural(gaps.length, 'gap')}; what they cover is older or missing in it:`
  return section(
    title,
    gaps.map(({ kind, resource, message }) => `${kind} ${printable(`${resource ?? '(all)'}: ${message}`)}`),
  ).join('\n')
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
