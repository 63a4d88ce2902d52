/** The page of all platforms of all hosts: worst first, by tenant, and for those who see everything. */
import { expect, test } from 'vitest'
import { OWN_VISIT } from '../../src/web/visitor.ts'
import { makeCompany } from '../helpers/company.ts'
import { startTestDaemon } from '../helpers/daemon.ts'
import { fleetOfTwo } from '../helpers/fleet-answer.ts'
import { openViews } from '../helpers/views.ts'

const now = () => Date.parse('2026-11-20T12:00:30.000Z')

test('it has the order of what was said, each tenant with its worst, and hosts; what others wrote is text', async () => {
  const company = await makeCompany()
  await company.backUp()
  const views = openViews(company.env, { fleet: fleetOfTwo, now })
  expect(await views.data('/fleet')).toMatchObject({
    total: 3,
    platforms: [{ platform: 'globex-docs' }, { platform: 'acme-help' }, { platform: 'acme-docs' }],
    tenants: [
      { tenant: 'globex', platforms: 1, need: 1, worst: 'away' },
      { tenant: 'acme', platforms: 2, need: 1, worst: 'wrong' },
    ],
  })
  const { text } = await views.page('/fleet')
  expect(text).toContain('&lt;i&gt;a backup&lt;/i&gt; failed')
  expect(text).toContain('&lt;b&gt;web-2&lt;/b&gt;')
  expect(text.indexOf('globex-docs')).toBeLessThan(text.indexOf('acme-help'))
  expect(text).toMatch(/as of <time datetime="2026-11-20T10:00/)
  expect(text).toContain('(this one)')
})

test('of one tenant alone, and of one that nothing is of', async () => {
  const company = await makeCompany()
  await company.backUp()
  const views = openViews(company.env, { fleet: fleetOfTwo, now })
  expect(await views.data('/fleet?tenant=acme')).toMatchObject({ total: 2, tenant: 'acme' })
  expect((await views.page('/fleet?tenant=acme')).text).not.toContain('globex')
  expect((await views.page('/fleet?tenant=nobody')).text).toContain('Nothing is of this tenant')
})

test('without a daemon it says why it is empty; who sees some organizations alone may not look', async () => {
  const company = await makeCompany()
  await company.backUp()
  expect((await openViews(company.env).page('/fleet')).text).toContain('No daemon says how platforms stand')
  const visitor = { ...OWN_VISIT.visitor, sees: ['some'], tenants: [] }
  const bound = openViews(company.env, { fleet: fleetOfTwo, visitor })
  expect((await bound.page('/fleet')).status).toBe(403)
  expect((await bound.page('/')).text).not.toContain('href="/fleet"')
})

test('who sees all of a tenant has the platforms of that one, and nothing of hosts', async () => {
  const company = await makeCompany()
  await company.backUp()
  const visitor = { ...OWN_VISIT.visitor, sees: [], tenants: ['acme'] }
  const bound = openViews(company.env, { fleet: fleetOfTwo, visitor })
  expect((await bound.page('/')).text).toContain('href="/fleet"')
  const { text } = await bound.page('/fleet')
  expect(text).toContain('acme-help')
  expect(text).not.toMatch(/globex|web-1|web-2/)
})

test('a daemon by itself shows its own', async () => {
  const company = await makeCompany()
  const daemon = await startTestDaemon(company)
  await daemon.run('backup')
  await daemon.daemon.beat()
  const page = await (await daemon.ask('/fleet')).text()
  expect(page).toMatch(/<bdi>default<\/bdi>.*<span class="state complete">well<\/span>/)
  expect(page).not.toContain('<h2>Hosts</h2>')
})
