/**
 * Words for what was done, as data: by kind where a kind has its own word, else by the field that differs.
 */

import type { ChangeType } from '../model/change.ts'
import type { Kind } from '../model/resource.ts'
import type { FieldChange, PartChange } from './change.ts'

const arrivals: Readonly<Record<string, readonly [added: string, removed: string]>> = {
  member: ['joined', 'left'],
  'team-member': ['joined team', 'left team'],
  'saml-provider': ['created', 'removed'],
  installation: ['installed', 'uninstalled'],
  'installation-space': ['connected', 'disconnected'],
  'installation-site': ['connected', 'disconnected'],
  comment: ['posted', 'deleted'],
  'comment-reply': ['posted', 'deleted'],
  file: ['uploaded', 'deleted'],
}
const grant = /-grant$/
const access = /-access$/

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

export interface Difference {
  kind: Kind
  type: ChangeType
  fields: readonly FieldChange[]
  parts: readonly PartChange[]
  moved: boolean
  reordered: boolean
}

export function actionsOf(difference: Difference): string[] {
  const { kind, type, fields, parts } = difference
  if (type === 'unknown') return ['unknown']
  if (type !== 'modified') return [arrivalOf(kind)[type === 'added' ? 0 : 1]]
  const actions = new Set<string>()
  if (difference.moved) actions.add('moved')
  if (difference.reordered) actions.add('reordered')
  for (const { path } of fields)
    actions.add(byField.find(([form]) => form.test(path))?.[1] ?? 'settings changed')
  if (parts.length > 0) actions.add(kind === 'file' ? 'replaced' : 'edited')
  // A page that moves gets another path with it: one thing was done, not two.
  if (actions.has('moved')) actions.delete('path changed')
  return actions.size === 0 ? ['edited'] : [...actions]
}

function arrivalOf(kind: Kind): readonly [string, string] {
  const own = arrivals[kind]
  if (own !== undefined) return own
  if (grant.test(kind)) return ['granted', 'revoked']
  if (access.test(kind)) return ['gained access', 'lost access']
  return ['created', 'deleted']
}
