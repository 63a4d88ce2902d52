import { describe, expect, test } from 'vitest'
import { expectCoverage } from './coverage.ts'
import { all, present, startService } from './service.ts'
import { ofShape } from './shapes.ts'
import { watchClient } from './watch.ts'

const watch = watchClient()

describe('4.12 organizations', () => {
  test('the organizations of the token are listed and read', async () => {
    const { platform, organization, otherOrganization } = await startService()
    const listed = (await all(platform.organizations.list())).map(one => ofShape('organization', one).id)
    expect(listed).toEqual([organization, otherOrganization])
    ofShape('organization', await platform.organizations.get(organization))
  })

  test('every field of the update is seen afterwards', async () => {
    const { platform, organization } = await startService()
    const site = await platform.sites.create(organization, { title: 'Manual' })
    const change = {
      title: 'Renamed',
      emailDomains: ['renamed.example'],
      hostname: 'renamed',
      defaultRole: 'comment',
      defaultContent: { type: 'site' as const, site: site.id },
      sso: true,
      ai: true,
      inviteLinks: false,
    }
    const logo = 'https://example.com/logo.png'
    const changed = await platform.organizations.update(organization, { ...change, logo })
    expect(ofShape('organization', changed)).toMatchObject({ ...change, urls: { logo } })
    expect(await platform.organizations.get(organization)).toMatchObject(change)
    const bare = await platform.organizations.update(organization, { defaultContent: null, logo: null })
    expect(ofShape('organization', bare).defaultContent ?? null).toBeNull()
    expect(bare.urls).not.toHaveProperty('logo')
  })

  test('organizations are found by their e-mail domain', async () => {
    const { platform, organization } = await startService()
    await platform.organizations.update(organization, { emailDomains: ['renamed.example'] })
    const { organizations } = await platform.organizations.ofEmailDomain('renamed.example')
    expect(organizations.map(one => ofShape('organization', one).id)).toEqual([organization])
    expect((await platform.organizations.ofEmailDomain('nobody.example')).organizations).toEqual([])
  })

  test('search finds pages in all spaces, each under its space', async () => {
    const { platform, organization, space, secondSpace } = await startService()
    const found = await all(platform.organizations.search(organization, 'steps'))
    expect(found.map(one => one.id).sort()).toEqual([space, secondSpace].sort())
    for (const page of found.flatMap(one => one.pages)) ofShape('foundPage', page)
  })

  test('a deleted invitation is gone', async () => {
    const { platform, organization } = await startService()
    const { id } = await platform.invites.createLink(organization, { role: 'read' })
    await platform.organizations.deleteLinkInvite(organization, id)
    expect(await platform.invites.findLink(organization, id)).toBeNull()
    await platform.organizations.deleteLinkInvite(organization, id)
  })

  test('the owner of the token is a user, and the service says what it is', async () => {
    const { platform } = await startService()
    const me = ofShape('user', await platform.users.me())
    expect(present(await platform.users.find(me.id)).displayName).toBe(me.displayName)
    expect(await platform.users.service()).toBeTypeOf('object')
  })

  test('every operation was called and answered as documented', () => expectCoverage(watch, '4.12'))
})
