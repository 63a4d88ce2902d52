import { expect, test } from 'vitest'
import { makeCompany } from '../helpers/company.ts'
import { docvault } from '../helpers/docvault.ts'
import { write } from '../helpers/platform-write.ts'

test.each(['document', 'full', 'current'] as const)(
  'the first change request of a space and the first door of a site are added, profile %s',
  async profile => {
    const company = await makeCompany({ profile, sites: 1 })
    await company.backUp()
    const vault = company.vault()
    const [space] = [...vault.resources(1, { kind: 'space' })]
    const [site] = [...vault.resources(1, { kind: 'site' })]
    await write(company.emulator, 'POST', `/spaces/${space?.id}/change-requests`, { subject: 'First' })
    if (site) company.emulator.patch('site', site.id, { visibility: 'visitor-auth' })
    await company.backUp()
    const { events } = await docvault(['diff', '1', '2', '--json'], { env: company.env })
    const types = events.map(one => `${one.type} ${one.kind}`)
    expect(types).toContain('added change-request')
    // The document has no list of sites, nor how their visitors are asked.
    if (profile !== 'document') expect(types).toContain('added site-visitor-auth')
    expect(types.filter(one => one.startsWith('unknown'))).toEqual([])
  },
)
