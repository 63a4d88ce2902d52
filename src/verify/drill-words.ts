/** What a drill found, in one sentence that is the same wherever it is told. Names what did not come back. */
import { plural } from '../model/plural.ts'
import type { DrillReport } from './drill.ts'

const MOST_NAMES = 5

type Said = Pick<
  DrillReport,
  'snapshot' | 'passed' | 'pages' | 'files' | 'damaged' | 'failures' | 'differences' | 'kinds'
>

export function drillWords({ snapshot, passed, pages, files, ...found }: Said): string {
  if (passed)
    return `the drill of snapshot ${snapshot} passed: ${plural(pages, 'page')} and ${plural(files, 'file')} ${cameBack(found.kinds)}`
  const parts = [
    part(
      found.damaged.map(resource => `${resource.kind} “${resource.label}” (${resource.message})`),
      'damaged in the vault',
    ),
    part(
      found.failures.map(failure => `${failure.kind} “${failure.label}” (${failure.reason})`),
      'could not be put back',
    ),
    part(
      found.differences.map(difference => `${difference.kind} “${difference.label}” (${difference.field})`),
      'did not come back as they were',
    ),
  ]
  return `the drill of snapshot ${snapshot} failed: ${parts.filter(Boolean).join('; ')}`
}

/** What is lost by declaration did not come back as it was. */
function cameBack(kinds: Said['kinds']): string {
  const less = kinds
    .filter(count => count.kind === 'page' || count.kind === 'file')
    .reduce((sum, count) => sum + count.part + count.not, 0)
  return less === 0 ? 'came back as they were' : `came back, ${less} of them without what is declared as lost`
}

function part(names: readonly string[], verb: string): string {
  if (names.length === 0) return ''
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : ''
  return `${names.length} ${verb}: ${names.slice(0, MOST_NAMES).join(', ')}${more}`
}
