/** The rules that the declarations of kinds are: one for each field that they name, and for coming and going. */
import type { Kind } from '../../model/resource.ts'
import type { Audited } from '../../resources/audited.ts'
import type { Resource } from '../../resources/resource.ts'
import type { Rule, RuleEvent } from './rule.ts'

export function declaredRules(resources: readonly Resource[]): Rule[] {
  return resources.flatMap(({ kind, audit }) => (audit === null ? [] : rulesOf(kind, audit)))
}

function rulesOf(kind: Kind, audited: Audited): Rule[] {
  const { added, removed, fields, others, controls } = audited
  const common = { kinds: [kind], controls, declared: true } as const
  const presence = (event: RuleEvent, severity: Audited['added'], doc: string): Rule[] =>
    severity === null ? [] : [{ ...common, id: `${kind}.${event}`, severity, doc, on: [event] }]
  const ofField = (field: string, severity: Rule['severity'], doc: string): Rule => ({
    ...common,
    id: `${kind}.${field === '*' ? 'other' : field}`,
    severity,
    doc,
    on: ['modified'],
    fields: [field],
  })
  return [
    ...presence('added', added, 'One came.'),
    ...presence('removed', removed, 'One went.'),
    ...Object.entries(fields).flatMap(([field, severity = null]) =>
      severity === null ? [] : [ofField(field, severity, `\`${field}\` changed.`)],
    ),
    ...(others === undefined ? [] : [ofField('*', others, 'Anything else changed.')]),
  ]
}
