/** A readable account of one snapshot: what it holds, what it cost, what it could not read, and the proof. */

import { formatBytes, formatDuration, formatTime } from '../model/format.ts'
import { pendingBehind, pendingWords } from '../model/markdown-pending.ts'
import { plural } from '../model/plural.ts'
import type { Gap, SnapshotSummary } from '../model/snapshot.ts'
import { GAP_CLASSES, gapClassDocs } from '../model/snapshot.ts'
import { keptBy } from '../retention/kept-by.ts'
import { stateColor } from './state-color.ts'
import { renderTable } from './table.ts'
import { printable, type Terminal } from './terminal.ts'

/** A platform that is down makes thousands. */
const MOST_SHOWN = 20

export function printAccount(summary: SnapshotSummary, terminal: Terminal): void {
  terminal.event('summary', summary)
  for (const line of accountOf(summary, terminal)) terminal.line(line)
}

function accountOf(summary: SnapshotSummary, terminal: Terminal): string[] {
  return [
    ...headOf(summary, terminal),
    '',
    renderTable(
      { head: ['kind', 'resources'], rows: Object.entries(summary.resources), narrow: [['kind', 12]] },
      terminal.width,
    ),
    ...section('Gaps', gapLines(summary)),
    ...section('Not readable from this service', lackLines(summary)),
    ...section('Proof', proofLines(summary)),
  ]
}

function headOf(snapshot: SnapshotSummary, terminal: Terminal): string[] {
  const sealed = snapshot.sealed === null ? 'not sealed' : formatTime(snapshot.sealed)
  const { added, modified, removed, carried } = snapshot
  return [
    `Snapshot ${snapshot.snapshot} of ${printable(snapshot.organizationTitle)} (${snapshot.organization}): ${stateColor(terminal)(snapshot.state)}${pendingBehind(snapshot)}`,
    `from ${terminal.when(snapshot.started)} to ${sealed}, ${formatDuration(snapshot.duration_ms)}; asked for by ${snapshot.trigger}`,
    snapshot.base === null ? 'the first of this organization' : `compared with snapshot ${snapshot.base}`,
    `${added} added, ${modified} modified, ${removed} removed, ${carried} carried over`,
    `${plural(snapshot.requests, 'request')}, ${formatBytes(snapshot.bytes)} received`,
    `seen with the eyes of ${ownerOf(snapshot)}`,
    `digest ${snapshot.digest ?? '–'}`,
    ...annotationLines(snapshot, terminal),
  ]
}

/** What was said of it after its seal. */
function annotationLines(snapshot: SnapshotSummary, terminal: Terminal): string[] {
  const { tags = [], forgotten } = snapshot
  const kept = keptBy(snapshot)
  return [
    ...(tags.length > 0 ? [`called ${tags.join(', ')}`] : []),
    ...(kept.length > 0 ? [printable(`kept by ${kept.join(', ')}`)] : []),
    ...(forgotten
      ? [printable(`forgotten ${terminal.when(forgotten.at)} by ${forgotten.by} (${forgotten.policy})`)]
      : []),
  ]
}

function ownerOf({ proof }: SnapshotSummary): string {
  const owner = proof?.owner
  if (owner === undefined) return 'somebody that the service does not name'
  return printable(`${owner.name} (${owner.email ?? owner.id}), ${owner.role ?? 'no member'}`)
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', `${title}:`, ...lines.map(line => `  ${line}`)]
}

function gapLines({ snapshot, gaps }: SnapshotSummary): string[] {
  const classes = GAP_CLASSES.flatMap(name => {
    const count = gaps.filter(gap => gap.class === name).length
    return count === 0 ? [] : [`${count} ${name}: ${gapClassDocs[name]}`]
  })
  const shown = gaps.slice(0, MOST_SHOWN).map(gap => gapLine(snapshot, gap))
  const more = gaps.length - shown.length
  return [...classes, ...shown, ...(more > 0 ? [`… and ${more} more; --json lists all`] : [])]
}

export function gapLine(snapshot: number, gap: Gap): string {
  const what = gap.resource ? `${gap.kind} ${gap.resource}` : `every ${gap.kind}`
  const since = gap.firstSeen === snapshot ? '' : `, since snapshot ${gap.firstSeen}`
  return printable(`${what} in ${gap.parentKind} ${gap.parent}: ${gap.class}${since}: ${gap.message}`)
}

function lackLines({ not_offered }: SnapshotSummary): string[] {
  return not_offered.map(
    lack =>
      `${lack.kind}${lack.part ? ` (${lack.part})` : ''}: ${lack.operation} is ${lack.reason ?? 'not offered'}`,
  )
}

function proofLines({ proof }: SnapshotSummary): string[] {
  if (proof === null) return []
  const moved = proof.moved === undefined ? [] : [movedLine(proof.moved)]
  const dangling = proof.dangling
    .slice(0, MOST_SHOWN)
    .map(({ kind, id, target }) =>
      printable(`  ${kind} ${id} mentions ${target.kind} ${target.id}, which is not there`),
    )
  return [
    `${plural(proof.listed, 'resource')} named by the lists of this run`,
    `${proof.not_stored} of them neither stored nor a gap`,
    `${plural(proof.wrong_size, 'body', 'bodies')} of another size than announced`,
    ...moved,
    ...(proof.markdown_pending === undefined
      ? []
      : [`${pendingWords(proof.markdown_pending)}; their documents are here`]),
    `${plural(proof.dangling_count, 'reference')} that lead nowhere`,
    ...dangling,
  ]
}

function movedLine(moved: readonly string[]): string {
  if (moved.length === 0) return 'no space was edited while the run went on'
  return `edited while the run went on: ${moved.slice(0, MOST_SHOWN).join(', ')}`
}
