/** What a restore by `git/import` leaves alone, ends and goes on with. */
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { whyUnsent } from '../../../src/restore/content/git-limits.ts'
import { assertReachable } from '../../../src/restore/publish/reachable.ts'
import { BETWEEN } from '../../helpers/between.ts'
import { makeCompany } from '../../helpers/company.ts'
import { restoreHome, restoreInto } from '../../helpers/restoring.ts'
import { watchExchanges } from '../../helpers/shapes/watch-exchanges.ts'

const sentSchema = z.strictObject({ url: z.url(), ref: z.literal('refs/heads/main') })
const SMALL = { ...BETWEEN, specs: [], members: 1, teams: 0 }

test('the address of a repository is gone when its import was read back, while the run goes on', async () => {
  const company = await makeCompany(SMALL)
  await company.backUp()
  const target = await restoreInto(company, BETWEEN)
  const urls: string[] = []
  watchExchanges(target.emulator.url, ({ target: path, body }) => {
    if (path.endsWith('/git/import')) urls.push(sentSchema.parse(body).url)
  })
  const { plan } = await target.plan('1')
  if (!plan) throw new Error('there is no plan')
  const answers: Promise<number[]>[] = []
  const statusOf = async (url: string) => (await fetch(`${url}/info/refs?service=git-upload-pack`)).status
  const report = (event: { type: string; action?: string }) => {
    // The other space is still on its way, and so docvault still listens.
    if (event.type === 'step' && event.action === 'import' && answers.length === 0)
      answers.push(Promise.all(urls.map(statusOf)))
  }
  const { result } = await target.run({ action: 'apply', plan }, { report })
  expect(result?.state).toBe('complete')
  expect(new Set(urls).size).toBe(2)
  expect((await Promise.all(answers)).flat()).toContain(404)
})

test('a run that ended while a service was importing goes on, and sends again only what did not come', async () => {
  const company = await makeCompany(SMALL)
  await company.backUp()
  const target = await restoreInto(company, BETWEEN)
  const { plan } = await target.plan('1')
  if (!plan) throw new Error('there is no plan')
  const cut = new AbortController()
  const cutWhenSent = async () => {
    while (!target.emulator.requests().operations.importGitRepository) await delay(5)
    cut.abort()
  }
  const [ended] = await Promise.allSettled([
    target.run({ action: 'apply', plan }, { signal: cut.signal }),
    cutWhenSent(),
  ])
  expect(ended.status).toBe('rejected')
  const { result } = await target.run({ action: 'resume', run: 1 })
  expect([result?.state, result?.verification.differences]).toEqual(['complete', []])
})

test('a space that is linked with a repository is left to that', async () => {
  const company = await makeCompany({ ...SMALL, load: [] })
  const { space } = await company.emulator.load('Handbook', company.handbook)
  await company.backUp()
  await company.edit({ 'guides/linux.md': null, 'SUMMARY.md': '# T\n\n* [Welcome](README.md)\n' })
  const linked = { repoName: 'docs', url: 'https://git.example.com/docs', installationProvider: 'github' }
  company.emulator.patch('space', space, { gitSync: linked })
  const { plan } = await restoreHome(company).plan('1', { onConflict: 'update' })
  expect(plan?.steps.filter(one => one.action === 'import')).toEqual([])
  expect(plan?.impossible.map(one => one.reason).join()).toContain('it is linked with a Git repository')
})

test('what the service says of an import that did not come is told with the failure', async () => {
  const company = await makeCompany({ ...SMALL, load: [] })
  const { space } = await company.emulator.load('Handbook', company.handbook)
  await company.backUp()
  await company.edit({ 'guides/linux.md': null })
  const env = { DOCVAULT_RESTORE_PUBLIC_URL: 'http://127.0.0.1:9', DOCVAULT_RESTORE_EXPIRES: '1s' }
  const target = restoreHome({ ...company, env: { ...company.env, ...env } })
  const { plan } = await target.plan('1', { onConflict: 'update' })
  if (!plan) throw new Error('there is no plan')
  const operation = {
    state: 'failure',
    direction: 'import',
    startedAt: '2026-01-01T00:00:00Z',
    error: 'no route',
  }
  const report = (event: { type: string }) => {
    if (event.type === 'begin') company.emulator.patch('space', space, { gitSync: { operation } })
  }
  const { result } = await target.run({ action: 'apply', plan }, { report })
  expect(result?.state).toBe('partial')
  expect(result?.outcome.failures.map(one => one.reason).join()).toContain(
    'its revision is the one of before; the service says of its last one: import, failure, no route',
  )
})

test('content goes into no change request, and the plan says so of each page', async () => {
  const company = await makeCompany({ ...SMALL, changeRequests: 4 })
  await company.backUp()
  const target = await restoreInto(company, BETWEEN)
  const { plan } = await target.plan('1')
  const pages = plan?.impossible.filter(one => one.kind === 'change-request-page') ?? []
  expect(pages.length).toBeGreaterThan(0)
  expect(new Set(pages.map(one => one.reason))).toEqual(
    new Set(['this service takes content into spaces only, not into change requests']),
  )
  const waiting = await target.plan('1', { asChangeRequest: true })
  expect(waiting.plan?.steps.filter(one => one.action === 'import')).toEqual([])
})

test('a file that services do not take through Git is named before anything is sent, and the rest comes', async () => {
  const company = await makeCompany({ ...SMALL, load: [] })
  await company.edit({ '.gitbook/assets/tool.js': 'alert(1)', '.gitbook/assets/notes (1).txt': null })
  await company.backUp()
  const target = await restoreInto(company, BETWEEN)
  const { plan, result } = await target.apply('1')
  expect(plan?.impossible.find(one => one.label === 'tool.js')?.reason).toContain('at a .js file')
  expect(result?.verification.differences).toEqual([])
  const vault = company.vault()
  const [file] = [...vault.resources(1, { kind: 'file' })]
  if (!file) throw new Error('there is no file')
  const parts = file.parts.map(part => ({ ...part, bytes: 100_000_001 }))
  const large = {
    kind: 'file' as const,
    id: 'f',
    path: 'f',
    parent: null,
    json: { name: 'f.bin' },
    resource: { ...file, parts },
  }
  expect(whyUnsent(large)).toContain('larger than 100 MB')
})

test('an address that only this machine has is refused for a platform elsewhere', () => {
  const elsewhere = { platformUrl: 'https://api.example.com/v1' }
  const open = { host: '10.1.2.3', publicUrl: null }
  expect(() => assertReachable({ ...elsewhere, ...open })).not.toThrow()
  expect(() => assertReachable({ ...elsewhere, ...open, publicUrl: 'https://d.example.com' })).not.toThrow()
  expect(() => assertReachable({ ...elsewhere, host: '127.0.0.1', publicUrl: null })).toThrow(
    'restore.publicUrl is not set',
  )
  expect(() => assertReachable({ ...elsewhere, ...open, publicUrl: 'd.example.com' })).toThrow(
    'no address of a web server',
  )
})
