/** What was found with one space, added to what is found with all. */
import type { KindCount } from '../../restore/verify/verification.ts'
import type { DrillReport } from '../drill.ts'

export function addReport(whole: DrillReport, report: DrillReport): void {
  for (const name of ['pages', 'files', 'bytes', 'steps', 'recovery_ms'] as const) whole[name] += report[name]
  whole.damaged.push(...report.damaged)
  whole.failures.push(...report.failures)
  whole.differences.push(...report.differences)
  for (const count of report.kinds) addCount(whole.kinds, count)
  whole.references = addReferences(whole.references, report.references)
}

function addCount(kinds: KindCount[], { kind, full, part, not, reasons }: KindCount): void {
  const sum = kinds.find(known => known.kind === kind) ?? { kind, full: 0, part: 0, not: 0, reasons: {} }
  if (!kinds.includes(sum)) kinds.push(sum)
  sum.full += full
  sum.part += part
  sum.not += not
  addEach(sum.reasons, reasons)
}

function addReferences(
  left: DrillReport['references'],
  right: DrillReport['references'],
): DrillReport['references'] {
  if (left === null || right === null) return left ?? right
  const byKind = { ...left.byKind }
  addEach(byKind, right.byKind)
  return {
    byKind,
    total: left.total + right.total,
    broken: left.broken + right.broken,
    brokenBefore: left.brokenBefore + right.brokenBefore,
    toUnrestored: left.toUnrestored + right.toUnrestored,
  }
}

function addEach(sums: Record<string, number>, more: Readonly<Record<string, number>>): void {
  for (const [name, count] of Object.entries(more)) sums[name] = (sums[name] ?? 0) + count
}
