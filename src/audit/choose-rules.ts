/** The rules as the configuration wants them: `name=severity`, or `name=off`. */
import { UsageError } from '../model/errors.ts'
import { DECLARED_SEVERITIES } from '../resources/audited.ts'
import { FORMER_NAMES, RULES } from './rules/index.ts'
import type { Rule } from './rules/rule.ts'
import type { Severity } from './severity.ts'

/** Throws UsageError naming every entry that is wrong. */
export function chooseRules(overrides: readonly string[], rules: readonly Rule[] = RULES): readonly Rule[] {
  const problems: string[] = []
  const wanted = new Map<string, Severity | 'off'>()
  for (const entry of overrides) {
    const [id = '', value = ''] = entry.split('=').map(part => part.trim())
    const severity = value === 'off' ? 'off' : DECLARED_SEVERITIES.find(known => known === value)
    const names = rules.some(rule => rule.id === id) ? [id] : FORMER_NAMES[id]
    if (names === undefined) problems.push(`there is no rule "${id}"`)
    else if (severity === undefined) problems.push(`"${value}" of rule ${id} is no severity`)
    else for (const name of names) wanted.set(name, severity)
  }
  if (problems.length > 0) {
    throw new UsageError(`audit.rules is wrong: ${problems.join('; ')}`, {
      hint: `write name=severity or name=off; names are kind.field, kind.added, kind.removed, and ${conditional(rules)} (docs/reference/audit-rules.md has all)`,
    })
  }
  return rules.map(rule => {
    const severity = wanted.get(rule.id) ?? rule.severity
    return severity === 'off' ? { ...rule, off: true } : { ...rule, severity }
  })
}

function conditional(rules: readonly Rule[]): string {
  return rules
    .filter(rule => !rule.declared)
    .map(rule => rule.id)
    .join(', ')
}
