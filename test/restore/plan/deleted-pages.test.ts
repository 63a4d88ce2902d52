import { expect, test } from 'vitest'
import { handbookFiles, makeCompany } from '../../helpers/company.ts'
import { freePort } from '../../helpers/forwarding.ts'
import { startLossyProxy } from '../../helpers/lossy-proxy.ts'
import { restoreHome } from '../../helpers/restoring.ts'

const withDeletions = { onConflict: 'update' as const, deleteExtra: 'Acme Documentation' }

test('a page that the service says it deleted, and still shows, is a difference', async () => {
  const { home, proxy } = await withExtraPage()
  proxy.before = async (_method, _path, body) =>
    body.includes('"delete_page"') ? { status: 200, json: { changes: [] } } : undefined
  const { result } = await home.apply('1', withDeletions)
  expect(result?.outcome.failures).toEqual([])
  expect(result?.verification.differences).toMatchObject([
    { kind: 'page', label: 'Extra', field: '(still there)' },
  ])
  expect(result?.state).toBe('partial')
})

test('a page whose deletion waits in a change request is still there, as was asked for', async () => {
  const { home } = await withExtraPage()
  const { result } = await home.apply('1', { ...withDeletions, asChangeRequest: true })
  expect(result?.verification.differences).toEqual([])
})

async function withExtraPage() {
  const proxy = await startLossyProxy()
  const port = await freePort()
  proxy.target = `http://127.0.0.1:${port}`
  const company = await makeCompany({
    profile: 'current',
    asDescribed: false,
    port,
    publicUrl: proxy.url,
    members: 1,
    teams: 0,
    specs: [],
  })
  await company.backUp()
  const summary = `${handbookFiles['SUMMARY.md']}* [Extra](extra.md)\n`
  await company.edit({ 'SUMMARY.md': summary, 'extra.md': '# Extra\n\nWritten since.\n' })
  return { home: restoreHome(company), proxy }
}
