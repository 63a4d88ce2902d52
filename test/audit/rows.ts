/** The rows that the story has to be told in, and those that it is told in. */

import { collectChanges } from '../../src/audit/changes/collect.ts'
import { gatherRows } from '../../src/audit/changes/gather.ts'
import { chooseRules } from '../../src/audit/choose-rules.ts'
import type { ChangeRow } from '../../src/audit/row.ts'
import { resources } from '../../src/resources/index.ts'
import type { Company } from '../helpers/company.ts'
import { type Expected, steps } from './story.ts'

export const expected: readonly Expected[] = steps.flatMap(step => step.expected)

/** The first snapshot is before the story begins. */
export function rowsOf(
  company: Company,
  since = 2,
  until = 11,
  overrides: readonly string[] = [],
): ChangeRow[] {
  const vault = company.vault()
  const snapshots = vault.snapshots().filter(one => one.snapshot >= since && one.snapshot <= until)
  const sources = {
    vault,
    resources,
    rules: chooseRules(overrides),
    domains: [],
    resolution: 'precedence' as const,
    massChange: { administrators: 5, removedPercent: 25, removedLeast: 5 },
    trustedForMs: 24 * 3_600_000,
  }
  const gathered = gatherRows(collectChanges(sources, snapshots))
  const rows = [...gathered.rows()]
  gathered.close()
  return rows
}
