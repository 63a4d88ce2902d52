import { expect, test } from 'vitest'
import { ROLES } from '../../../src/model/role.ts'
import { organizationFor } from '../../../src/server/narrowing.ts'
import {
  grantsFor,
  hasSomewhere,
  type Identity,
  mayDo,
  type OrganizationsOf,
  organizationsFor,
  tenantsFor,
} from '../../../src/server/people/identity.ts'
import { organizationsOfTenants } from '../../../src/server/tenant-organizations.ts'

function person(...grants: Identity['grants']): Identity {
  return { kind: 'person', name: 'Ada', subject: 'ada', grants, mayDelete: true }
}

test('each role may do what those before it may, and nothing of those after it', () => {
  for (const [index, role] of ROLES.entries())
    for (const [other, wanted] of ROLES.entries())
      expect([role, wanted, mayDo(person({ role, organizations: null }), wanted, 'o1')]).toEqual([
        role,
        wanted,
        other <= index,
      ])
})

test('a role that is bound counts in its organizations, and never for all of them', () => {
  const bound = person({ role: 'operator', organizations: ['o1'] }, { role: 'viewer', organizations: ['o2'] })
  expect([mayDo(bound, 'operator', 'o1'), mayDo(bound, 'operator', 'o2')]).toEqual([true, false])
  expect([mayDo(bound, 'viewer', 'o2'), mayDo(bound, 'viewer', 'o3')]).toEqual([true, false])
  expect(mayDo(bound, 'viewer', null)).toBe(false)
  expect(organizationsFor(bound, 'viewer')).toEqual(['o1', 'o2'])
  expect(organizationsFor(bound, 'restorer')).toEqual([])
  expect(organizationsFor(person({ role: 'viewer', organizations: null }), 'viewer')).toBeNull()
})

test('groups without a rule give nothing', () => {
  const rules = [{ group: 'docs', role: 'viewer', organizations: null }] as const
  expect(grantsFor(['docs', 'other'], rules, nothing)).toEqual([{ role: 'viewer', organizations: null }])
  expect(grantsFor(['DOCS'], rules, nothing)).toEqual([])
})

const nothing = () => []

test('a role of tenants is one in their organizations, and never for all, also where none is known', () => {
  const rules = [{ group: 'docs', role: 'viewer', organizations: null, tenants: ['acme', 'globex'] }] as const
  const identity = (organizationsOf: OrganizationsOf) =>
    person(...grantsFor(['docs'], rules, organizationsOf))
  const known = identity(tenant => (tenant === 'acme' ? ['o1', 'o2'] : ['o2']))
  expect([organizationsFor(known, 'viewer'), tenantsFor(known, 'viewer')]).toEqual([
    ['o1', 'o2'],
    ['acme', 'globex'],
  ])
  const unknown = identity(nothing)
  expect([mayDo(unknown, 'viewer', 'o1'), mayDo(unknown, 'viewer', null)]).toEqual([false, false])
  expect([organizationsFor(unknown, 'viewer'), hasSomewhere(unknown, 'viewer')]).toEqual([[], true])
  expect(() => organizationFor(unknown, 'viewer', undefined)).toThrow('nothing is known')
})

test('an organization that platforms of two tenants have is neither’s', () => {
  const platform = (tenant: string, ...ids: string[]) => ({
    tenant,
    organizations: () => ids.map(id => ({ id, title: id, newest: null, newestComplete: null })),
  })
  const platforms = [
    platform('acme', 'o1', 'shared'),
    platform('acme', 'o2', 'o1'),
    platform('globex', 'shared'),
  ]
  const of = organizationsOfTenants(() => platforms)
  expect([of('acme'), of('globex'), of('nobody')]).toEqual([['o1', 'o2'], [], []])
})
