/** What a plan says of the parts of a site, and what comes back of them. */
import { expect, test } from 'vitest'
import type { Emulator } from '../../../src/emulator/handle.ts'
import type { Profile } from '../../../src/verify/snapshot-profile.ts'
import { makeCompany } from '../../helpers/company.ts'
import { write } from '../../helpers/platform-write.ts'
import { restoreHome, restoreInto } from '../../helpers/restoring.ts'

test('a plan that makes a section loses no section, no default and no title', async () => {
  const company = await makeCompany({ profile: 'full', sites: 3 })
  await company.backUp()
  const target = await restoreInto(company, { profile: 'full' })
  const { plan } = await target.plan('1')
  const lost = plan?.losses.map(one => `${one.property}: ${one.why}`) ?? []
  expect(lost.filter(one => /^(default|section|title|customized|defaultContent) of/.test(one))).toEqual([])
  expect(plan?.steps.filter(one => one.kind === 'site-section')).not.toEqual([])
})

test.each<Profile>(['full', 'current'])(
  'a section that comes back stands in the group that it was in, in %s',
  async profile => {
    const company = await makeCompany({ profile, sites: 1 })
    const { emulator } = company
    const [site] = await listed(emulator, `/orgs/${emulator.organization}/sites`)
    const base = `/orgs/${emulator.organization}/sites/${site?.id}`
    const before = await listed(emulator, `${base}/sections`)
    const grouped = before.map(one => one.id)
    await write(emulator, 'POST', `${base}/section-groups`, { title: 'Guides', sections: grouped })
    await company.backUp()
    await write(emulator, 'DELETE', `${base}/sections/${grouped[1]}`)
    const home = restoreHome(company)
    const { plan, result } = await home.apply('1', {})
    expect(plan?.losses.map(one => one.why)).not.toContain('its group is not there')
    expect([result?.outcome.failures, result?.verification.differences]).toEqual([[], []])
    const [group] = await listed(emulator, `${base}/section-groups`)
    const after = await listed(emulator, `${base}/sections`)
    expect(after.map(one => [one.path, one.sectionGroup])).toEqual(before.map(one => [one.path, group?.id]))
    expect((await home.plan('1', {})).plan?.steps).toEqual([])
  },
)

interface Listed {
  id: string
  path?: string
  sectionGroup?: string
}

async function listed({ url, token }: Emulator, path: string): Promise<Listed[]> {
  const answer = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })
  if (!answer.ok) throw new Error(`GET ${path}: ${answer.status}`)
  const { items } = JSON.parse(await answer.text())
  return items
}
