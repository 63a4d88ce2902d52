import { expect, test } from 'vitest'
import { ROLES } from '../../../src/model/role.ts'
import { grantsFor, type Identity, mayDo, organizationsFor } from '../../../src/server/people/identity.ts'

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
  expect(grantsFor(['docs', 'other'], rules)).toEqual([{ role: 'viewer', organizations: null }])
  expect(grantsFor(['DOCS'], rules)).toEqual([])
})
