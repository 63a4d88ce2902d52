/** What a drill found, in one sentence that is the same wherever it is told. Names what did not come back. */
import type { DrillReport } from './drill.ts'

const MOST_NAMES = 5

type Said = Pick<
  DrillReport,
  'snapshot' | 'passed' | 'pages' | 'files' | 'damaged' | 'failures' | 'differences'
>

export function drillWords({ snapshot, passed, pages, files, ...found }: Said): string {
  if (passed)
    return `the drill of snapshot ${snapshot} passed: ${pages} pages and ${files} files came back as they were`
  const parts = [
    part(
      found.damaged.map(one => `${one.kind} “${one.label}” (${one.message})`),
      'damaged in the vault',
    ),
    part(
      found.failures.map(one => `${one.kind} “${one.label}” (${one.reason})`),
      'could not be put back',
    ),
    part(
      found.differences.map(one => `${one.kind} “${one.label}” (${one.field})`),
      'did not come back as they were',
    ),
  ]
  return `the drill of snapshot ${snapshot} failed: ${parts.filter(Boolean).join('; ')}`
}

function part(names: readonly string[], verb: string): string {
  if (names.length === 0) return ''
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : ''
  return `${names.length} ${verb}: ${names.slice(0, MOST_NAMES).join(', ')}${more}`
}
