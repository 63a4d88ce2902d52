import { expect, test } from 'vitest'
import type { ObjectName } from '../../../src/emulator/control/objects.ts'
import { type Company, makeCompany } from '../../helpers/company.ts'
import { itemsOf, restoreHome } from '../../helpers/restoring.ts'

interface Case {
  object: ObjectName
  wide: Record<string, unknown>
  narrow: Record<string, unknown>
}

const REVIEWED = { type: 'rules', rules: [{ rule: 'require_at_least_one_review' }] }

const cases: Case[] = [
  { object: 'member', wide: { role: 'admin' }, narrow: { role: 'read' } },
  {
    object: 'space',
    wide: { defaultLevel: 'edit' },
    narrow: { defaultLevel: 'read' },
  },
  {
    object: 'collection',
    wide: { defaultLevel: 'edit' },
    narrow: { defaultLevel: 'read' },
  },
  {
    object: 'site',
    wide: { visibility: 'public' },
    narrow: { visibility: 'visitor-auth' },
  },
  {
    object: 'organization',
    wide: { defaultRole: 'edit' },
    narrow: { defaultRole: 'read' },
  },
  {
    object: 'organization',
    wide: { inviteLinks: true, emailDomains: ['acme.example', 'old.example'] },
    narrow: { inviteLinks: false, emailDomains: ['acme.example'] },
  },
  { object: 'saml-provider', wide: { defaultRole: 'edit' }, narrow: { defaultRole: 'read' } },
  { object: 'organization', wide: { sso: false }, narrow: { sso: true } },
  { object: 'organization', wide: { mergeRules: { type: 'none' } }, narrow: { mergeRules: REVIEWED } },
  { object: 'space', wide: { mergeRules: { type: 'none' } }, narrow: { mergeRules: { type: 'inherit' } } },
]

test('what is there gets no more access back with `--on-conflict update`, and less it does', async () => {
  const company = await makeCompany({ sites: 1 })
  company.emulator.create('saml-provider', { label: 'Staff' })
  await company.backUp()
  const targets = cases.map(one => ({ ...one, id: idOf(company, one.object) }))
  const patch = (how: 'wide' | 'narrow') => {
    for (const one of targets) company.emulator.patch(one.object, one.id, one[how])
  }
  patch('wide')
  await company.backUp({ exact: true })
  patch('narrow')
  await company.backUp({ exact: true })
  const home = restoreHome(company)
  const widening = (await home.plan('2', { onConflict: 'update' })).plan
  expect(widening?.steps.map(one => `${one.kind}: ${one.reason}`)).toEqual([])
  expect(widening?.skipped.map(one => one.kind).sort()).toEqual(cases.map(one => one.object).sort())
  for (const { reason } of widening?.skipped ?? [])
    expect(reason).toMatch(/ → .* would give more access: --allow-widening allows it$/)
  const allowed = await home.plan('2', { onConflict: 'update', allowWidening: 'Acme Documentation' })
  expect(allowed.plan?.steps.map(one => one.kind).sort()).toEqual(cases.map(one => one.object).sort())
  expect(allowed.plan?.gains.map(one => one.kind).sort()).toEqual(cases.map(one => one.object).sort())
  patch('wide')
  const narrowing = (await home.plan('3', { onConflict: 'update' })).plan
  expect(narrowing?.steps.map(one => one.kind)).toEqual(expect.arrayContaining(cases.map(one => one.object)))
  expect(narrowing?.gains).toEqual([])
})

test('access is given back only where the title of the organization was typed', async () => {
  const company = await makeCompany()
  await company.backUp()
  const id = idOf(company, 'space')
  const level = () => JSON.stringify(company.emulator.state()).match(/"defaultLevel":"admin"/g)?.length ?? 0
  const before = level()
  company.emulator.patch('space', id, { defaultLevel: 'admin' })
  await company.backUp({ exact: true })
  company.emulator.patch('space', id, { defaultLevel: 'read' })
  const home = restoreHome(company)
  const request = { onConflict: 'update' as const, allowWidening: 'Another title' }
  await expect(home.apply('2', request)).rejects.toThrow('--allow-widening wants the title')
  expect(level()).toBe(before)
  await home.apply('2', { ...request, allowWidening: 'Acme Documentation' })
  expect(level()).toBe(before + 1)
})

test.each(['certificate', 'ssoURL', 'entityID'])(
  'who was trusted to say who somebody is, is not trusted again: %s of a SAML provider',
  async field => {
    const company = await makeCompany()
    company.emulator.create('saml-provider', { label: 'Staff' })
    await company.backUp()
    const id = idOf(company, 'saml-provider')
    company.emulator.patch('saml-provider', id, { [field]: 'https://idp.example/old' })
    await company.backUp()
    company.emulator.patch('saml-provider', id, { [field]: 'https://idp.example/new' })
    const { plan } = await restoreHome(company).plan('2', { onConflict: 'update' })
    expect(plan?.steps).toEqual([])
    expect(plan?.skipped.map(one => one.reason)).toEqual([
      expect.stringContaining(
        `${words(field)}: https://idp.example/new → https://idp.example/old would give more`,
      ),
    ])
  },
)

/** As a plan calls a field. */
function words(field: string): string {
  return field.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)
}

/** The organization, or a thing of it that is not the owner of the token. */
function idOf(company: Company, object: ObjectName): string {
  if (object === 'organization') return company.emulator.organization
  return itemsOf(company.vault(), '1', object).at(-1)?.id ?? ''
}
