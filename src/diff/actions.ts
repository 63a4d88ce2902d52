/**
 * Words for what was done, as data: those that the kind declares, else by the field that differs.
 */

import type { ChangeType } from '../model/change.ts'
import type { Kind } from '../model/resource.ts'
import type { ActionWords } from '../resources/audited.ts'
import { declarationOf } from '../resources/index.ts'
import type { FieldChange, PartChange } from './change.ts'

/** The first that matches a field's path names the action. */
const byField: readonly (readonly [path: RegExp, action: string])[] = [
  [/^(role|permission|team\.role|defaultRole|target\.role|level)$/, 'role changed'],
  [/^(visibility|published|defaultLevel|inviteLinks|sso|emailDomains|visitorAuth)(\.|$)/, 'access changed'],
  [/^active$|^disabled$|^status$/, 'status changed'],
  [/^(title|label|name|displayName|user\.displayName|subject)$/, 'renamed'],
  [/^(path|slug|git\.path)$/, 'path changed'],
  [/^parent$/, 'moved'],
  [/^(certificate|ssoURL|entityID)$/, 'sign-on changed'],
]

/** The order in which counts are told: the most first, and of as many in the order of the alphabet. */
export function mostFirst(counts: Readonly<Record<string, number>>): [action: string, count: number][] {
  return Object.entries(counts).sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
}

export interface VersionDifference {
  kind: Kind
  type: ChangeType
  fields: readonly FieldChange[]
  parts: readonly PartChange[]
  moved: boolean
  reordered: boolean
}

export function actionsOf(difference: VersionDifference): string[] {
  const { kind, type, fields, parts } = difference
  if (type === 'unknown') return ['unknown']
  if (type !== 'modified') return [wordsOf(kind)[type]]
  const actions = new Set<string>()
  if (difference.moved) actions.add('moved')
  if (difference.reordered) actions.add('reordered')
  for (const { path } of fields)
    actions.add(byField.find(([form]) => form.test(path))?.[1] ?? 'settings changed')
  if (parts.length > 0) actions.add(wordsOf(kind).bytes ?? 'edited')
  // A page that moves gets another path with it: one thing was done, not two.
  if (actions.has('moved')) actions.delete('path changed')
  return actions.size === 0 ? ['edited'] : [...actions]
}

function wordsOf(kind: Kind): ActionWords {
  return declarationOf(kind)?.words ?? { added: 'created', removed: 'deleted' }
}
