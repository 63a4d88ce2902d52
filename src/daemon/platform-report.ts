/** What a host tells the fleet of one of its platforms: what it knows already, in short. */
import { LONGEST_WHY, type PlatformReport } from '../fleet/report.ts'
import { CONDITION_KINDS, type Condition, type ConditionKind } from '../notify/condition.ts'
import type { OrganizationView } from '../server/view.ts'

/** What is lost or may be comes first, then what is not backed up, then what only waits for somebody. */
const GRAVEST_FIRST: readonly ConditionKind[] = [
  'damage',
  'anomaly',
  'shrunken',
  'overdue',
  'failed',
  'token',
  'objective',
  'left-out',
  'disk',
  'replica',
  'partial',
  'coverage',
  'drill',
]

/** `conditions`: those of the platform. */
export function reportOf(
  conditions: readonly Condition[],
  organizations: readonly OrganizationView[],
): PlatformReport {
  const [gravest] = conditions.toSorted((a, b) => gravityOf(a.kind) - gravityOf(b.kind))
  return {
    conditions: conditions.length,
    gravity: gravest ? gravityOf(gravest.kind) : null,
    why: gravest ? gravest.title.slice(0, LONGEST_WHY) : null,
    complete: oldestComplete(organizations),
  }
}

function gravityOf(kind: ConditionKind): number {
  const at = GRAVEST_FIRST.indexOf(kind)
  return at === -1 ? CONDITION_KINDS.length : at
}

function oldestComplete(organizations: readonly OrganizationView[]): string | null {
  const begun = organizations.map(({ newestComplete }) => newestComplete?.started)
  return begun.reduce<string | undefined>(earlier, begun[0]) ?? null
}

/** One that is missing is earlier than any. */
function earlier(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return undefined
  return a < b ? a : b
}
