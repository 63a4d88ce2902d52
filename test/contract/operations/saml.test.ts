import { describe, expect, test } from 'vitest'
import { expectCoverage } from './coverage.ts'
import { all, startService } from './service.ts'
import { ofShape } from './shapes.ts'
import { watchClient } from './watch.ts'

const watch = watchClient()

describe('4.15 single sign-on', () => {
  test('a provider is made, changed field by field, listed and deleted', async () => {
    const { platform, organization } = await startService()
    const team = await platform.teams.create(organization, { title: 'Quality' })
    const input = {
      label: 'Company login',
      entityID: 'https://login.example/entity',
      ssoURL: 'https://login.example/sso',
      certificate: 'MIID',
      defaultRole: 'read',
    }
    const made = await platform.saml.create(organization, { ...input, defaultTeam: team.id })
    expect(ofShape('samlProvider', made)).toMatchObject({ ...input, defaultTeam: { id: team.id } })
    const changed = await platform.saml.update(organization, made.id, { label: 'Other', defaultRole: null })
    expect(ofShape('samlProvider', changed)).toMatchObject({ label: 'Other', ssoURL: input.ssoURL })
    expect(changed.defaultRole ?? null).toBeNull()
    ofShape('samlProvider', await platform.saml.find(organization, made.id))
    expect((await all(platform.saml.list(organization))).map(one => one.id)).toContain(made.id)
    await platform.saml.delete(organization, made.id)
    expect(await platform.saml.find(organization, made.id)).toBeNull()
    await platform.saml.delete(organization, made.id)
  })

  test('people are told where to log in', async () => {
    const { platform, organization } = await startService()
    const input = { label: 'Login', entityID: 'e', ssoURL: 'https://login.example/sso', certificate: 'MIID' }
    const { id } = await platform.saml.create(organization, input)
    const { items } = await platform.saml.logins(organization)
    expect(items).toContainEqual({ id, label: 'Login', startURL: expect.stringMatching(/^http/) })
  })

  test('every operation was called and answered as documented', () => expectCoverage(watch, '4.15'))
})
