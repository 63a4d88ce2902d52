import { describe, expect, test } from 'vitest'
import { expectCoverage } from './coverage.ts'
import { all } from './service.ts'
import { ofShape } from './shapes.ts'
import { startSite } from './site.ts'
import { watchClient } from './watch.ts'

const watch = watchClient()

describe('4.8 share links', () => {
  test('a link is made active, renamed, switched off and on, and deleted', async () => {
    const { platform, organization, site } = await startSite()
    const links = platform.shareLinks
    const { id } = ofShape('shareLink', await links.create(organization, site, { name: 'Partner' }))
    expect(await all(links.list(organization, site))).toMatchObject([{ id, name: 'Partner', active: true }])
    const off = await links.update(organization, site, id, { active: false, name: 'Former partner' })
    expect(ofShape('shareLink', off)).toMatchObject({ active: false, name: 'Former partner' })
    expect(await links.update(organization, site, id, { active: true })).toMatchObject({ active: true })
    await links.delete(organization, site, id)
    await links.delete(organization, site, id)
    expect(await all(links.list(organization, site))).toEqual([])
  })

  test('every operation was called and answered as documented', () => expectCoverage(watch, '4.8'))
})
