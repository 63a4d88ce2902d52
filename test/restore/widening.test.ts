import { expect, test } from 'vitest'
import type { ObjectName } from '../../src/emulator/control/objects.ts'
import { type Company, makeCompany } from '../helpers/company.ts'
import { itemsOf, restoreHome } from '../helpers/restoring.ts'

interface Case {
  object: ObjectName
  setting: string
  wide: Record<string, boolean | string | string[]>
  narrow: Record<string, boolean | string | string[]>
}

const cases: Case[] = [
  { object: 'member', setting: 'role', wide: { role: 'admin' }, narrow: { role: 'read' } },
  {
    object: 'space',
    setting: 'default level',
    wide: { defaultLevel: 'edit' },
    narrow: { defaultLevel: 'read' },
  },
  {
    object: 'collection',
    setting: 'description and default level',
    wide: { defaultLevel: 'edit' },
    narrow: { defaultLevel: 'read' },
  },
  {
    object: 'site',
    setting: 'visibility',
    wide: { visibility: 'public' },
    narrow: { visibility: 'visitor-auth' },
  },
  {
    object: 'organization',
    setting: 'settings',
    wide: { defaultRole: 'edit' },
    narrow: { defaultRole: 'read' },
  },
  {
    object: 'organization',
    setting: 'doors',
    wide: { inviteLinks: true, emailDomains: ['acme.example', 'old.example'] },
    narrow: { inviteLinks: false, emailDomains: ['acme.example'] },
  },
  {
    object: 'saml-provider',
    setting: 'settings',
    wide: { defaultRole: 'edit' },
    narrow: { defaultRole: 'read' },
  },
  { object: 'organization', setting: 'single sign-on', wide: { sso: false }, narrow: { sso: true } },
]

test('what is there gets no more access back with `--on-conflict update`, and less it does', async () => {
  const company = await makeCompany({ sites: 1 })
  const { organization } = company.emulator
  company.emulator.create('saml-provider', { organization, label: 'Staff' })
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
  const words = (one: Case) => `${one.object}: its ${one.setting}`
  const widening = (await home.plan('2', { onConflict: 'update' })).plan
  expect(widening?.steps.map(one => `${one.kind}: ${one.reason}`)).toEqual([])
  expect(widening?.skipped.map(one => `${one.kind}: ${one.reason}`).sort()).toEqual(
    cases.map(one => `${words(one)} would give more access than there is now`).sort(),
  )
  patch('wide')
  const narrowing = (await home.plan('3', { onConflict: 'update' })).plan
  expect(narrowing?.steps.map(one => `${one.kind}: ${one.reason}`)).toEqual(
    expect.arrayContaining(cases.map(one => `${words(one)} differ`)),
  )
})

test.each(['certificate', 'ssoURL', 'entityID'])(
  'who was trusted to say who somebody is, is not trusted again: %s of a SAML provider',
  async field => {
    const company = await makeCompany()
    const { organization } = company.emulator
    company.emulator.create('saml-provider', { organization, label: 'Staff' })
    await company.backUp()
    const id = idOf(company, 'saml-provider')
    company.emulator.patch('saml-provider', id, { [field]: 'https://idp.example/old' })
    await company.backUp()
    company.emulator.patch('saml-provider', id, { [field]: 'https://idp.example/new' })
    const { plan } = await restoreHome(company).plan('2', { onConflict: 'update' })
    expect(plan?.steps).toEqual([])
    expect(plan?.skipped.map(one => one.reason)).toEqual([
      'its settings would give more access than there is now',
    ])
  },
)

/** The organization, or a thing of it that is not the owner of the token. */
function idOf(company: Company, object: ObjectName): string {
  if (object === 'organization') return company.emulator.organization
  return itemsOf(company.vault(), '1', object).at(-1)?.id ?? ''
}
