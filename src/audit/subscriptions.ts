/** Rules as somebody subscribes to them: by name, by a name of before, or with a dash where the rule has a point. */
import { editsBetween } from '../model/edit-distance.ts'
import { UsageError } from '../model/errors.ts'
import { FORMER_NAMES, RULES } from './rules/index.ts'

const IDS: readonly string[] = RULES.map(rule => rule.id)
const MOST_EDITS = 4

/** Ids of rules. Throws UsageError that names every name that is none. */
export function subscribedRules(names: readonly string[]): ReadonlySet<string> {
  const found = names.map(name => ({ name, ids: idsOf(name) }))
  const unknown = found.filter(({ ids }) => ids.length === 0).map(({ name }) => name)
  if (unknown.length > 0)
    throw new UsageError(`notify.changes is wrong: ${unknown.map(problemWith).join('; ')}`, {
      hint: 'write names of rules of the audit report, such as administrator-gained or space.removed; docs/reference/audit-rules.md has all',
    })
  return new Set(found.flatMap(({ ids }) => ids))
}

function idsOf(name: string): readonly string[] {
  if (IDS.includes(name)) return [name]
  const former = FORMER_NAMES[name]
  if (former !== undefined) return former
  return IDS.filter(id => id.replaceAll('.', '-') === name)
}

function problemWith(name: string): string {
  const [near] = IDS.map(id => ({ id, edits: editsBetween(name, id) })).sort((a, b) => a.edits - b.edits)
  const meant = near !== undefined && near.edits <= MOST_EDITS ? ` (did you mean ${near.id}?)` : ''
  return `there is no rule "${name}"${meant}`
}
