/** Reads `server.roles`: a list of maps in the file, the same as JSON in the environment. */
import { isFields } from '../src/model/fields.ts'
import { ROLES, type RoleRule } from '../src/model/role.ts'
import { isName } from './name.ts'

type Parsed<T> = { value: T } | { problem: string }

const FORM = 'such as {group: docs, role: viewer}'

export function parseRoleRules(raw: unknown): Parsed<readonly RoleRule[]> {
  const list = typeof raw === 'string' ? fromJson(raw) : raw
  if (!Array.isArray(list)) return { problem: `is no list of maps ${FORM}; in the environment, JSON` }
  const value: RoleRule[] = []
  for (const [index, entry] of list.entries()) {
    const parsed = parseRule(entry)
    if ('problem' in parsed) return { problem: `entry ${index + 1} ${parsed.problem}` }
    value.push(parsed.value)
  }
  return { value }
}

export function roleRuleWords({ group, role, organizations, tenants }: RoleRule): string {
  const where = organizations === null ? '' : ` in ${organizations.join(', ')}`
  return `${group}: ${role}${tenants ? ` of the tenants ${tenants.join(', ')}` : where}`
}

function parseRule(raw: unknown): Parsed<RoleRule> {
  if (!isFields(raw)) return { problem: `is no map ${FORM}` }
  const { group, role: named, organizations = null, tenants = null, ...others } = raw
  const [stranger] = Object.keys(others)
  if (stranger !== undefined)
    return { problem: `has ${stranger}, which is none of group, role, organizations, tenants` }
  if (typeof group !== 'string' || group === '') return { problem: `has no group: write one ${FORM}` }
  const role = ROLES.find(known => known === named)
  if (role === undefined)
    return { problem: `has the role "${String(named)}", which is none of ${ROLES.join(', ')}` }
  if (tenants !== null) return tenantRule({ group, role }, tenants, organizations)
  if (organizations === null) return { value: { group, role, organizations } }
  if (!isTexts(organizations) || organizations.length === 0)
    return { problem: 'has organizations that are no list of ids; leave it out for all of them' }
  return { value: { group, role, organizations } }
}

function tenantRule(
  rule: Pick<RoleRule, 'group' | 'role'>,
  tenants: unknown,
  organizations: unknown,
): Parsed<RoleRule> {
  if (organizations !== null)
    return { problem: 'has organizations and tenants: write an entry for each of the two' }
  const isList = Array.isArray(tenants) && tenants.length > 0 && tenants.every(isName)
  return isList
    ? { value: { ...rule, organizations: null, tenants } }
    : { problem: 'has tenants that are no list of names of lower-case letters, digits and hyphens' }
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(text => typeof text === 'string' && text !== '')
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
