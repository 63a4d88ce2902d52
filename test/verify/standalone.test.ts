/** Drills in which the platform imports what a restore would send, as revisions that no space gets. */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { loadConfig } from '../../config/load.ts'
import { type DrillData, drill } from '../../jobs/drill.ts'
import { type Company, makeCompany } from '../helpers/company.ts'
import { docvault } from '../helpers/docvault.ts'
import { freePort } from '../helpers/forwarding.ts'
import type { JudgedOptions } from '../helpers/judged-emulator.ts'
import { type Losing, startLossyProxy } from '../helpers/lossy-proxy.ts'
import { installToldIntegration } from '../helpers/told-integration.ts'

const SMALL = { members: 2, teams: 0, specs: [] }

test.each(['full', 'current'] as const)(
  'every space comes back in a revision of its own, and none of them is touched, profile %s',
  async profile => {
    const company = await told({ profile })
    await company.edit({ 'README.md': '# Welcome\n\nEdited since.\n' })
    const before = contentsOf(company)
    const { report } = await drilled(company)
    expect([report.failures, report.differences]).toEqual([[], []])
    expect(report).toMatchObject({ passed: true, target: 'standalone import', faults: null, pages: 10 })
    expect(report.kinds.find(one => one.kind === 'page')).toMatchObject({ not: 0 })
    expect(report.spaces?.map(one => [one.state, one.before === one.after, one.note])).toEqual([
      ['passed', true, null],
      ['passed', true, null],
    ])
    expect(contentsOf(company)).toEqual(before)
    expect(writesOf(company)).toEqual({ importGitRepository: 2 })
    const [first] = report.spaces ?? []
    const [id, revision] = [first?.id ?? '', first?.revision ?? '']
    expect(JSON.stringify(company.emulator.revision(id, revision))).toContain('Where to begin')
  },
)

const texts: Losing = {
  path: /\/revisions\//,
  json: one =>
    typeof one.markdown === 'string' ? { ...one, markdown: one.markdown.replace('Windows', 'Other') } : one,
}
const pages: Losing = { path: /\/revisions\//, json: one => (one.title === 'On Linux' ? [] : one) }
const variables: Losing = {
  path: /\/revisions\/[^/]+\?/,
  json: one => ('variables' in one ? { ...one, variables: {} } : one),
}

test.each([
  ['a text', texts, 'page On Linux (markdown)'],
  ['a page', pages, 'page On Linux (missing)'],
  ['a variable', variables, 'revision content variables.product'],
])('%s that the platform loses is a difference', async (_what, losing, named) => {
  const { company, proxy } = await behindProxy()
  await company.edit({ '.gitbook/vars.yaml': 'product: Maker\n' })
  await company.backUp()
  proxy.losing = losing
  const { report } = await drilled(company, { spaces: ['Handbook'] })
  expect(report.passed).toBe(false)
  expect(report.differences.map(one => `${one.kind} ${one.label} ${one.field}`)).toContain(named)
})

test('a link to what cannot be imported is announced with that, and no difference', async () => {
  const company = await makeCompany(SMALL)
  await installToldIntegration(company.emulator)
  const [linking, named] = ['# On Linux\n\nSee [the notes](../.gitbook/assets/notes.md).\n', '# Notes\n']
  await company.edit({ 'guides/linux.md': linking, '.gitbook/assets/notes.md': named })
  await company.backUp()
  const { report } = await drilled(company, { spaces: ['Handbook'] })
  expect([report.failures, report.differences]).toEqual([[], []])
  expect(report.kinds.find(one => one.kind === 'file')).toMatchObject({ full: 2, not: 1 })
  expect(report.references).toMatchObject({ broken: 1, brokenBefore: 0 })
})

test('what was told of an earlier drill is not taken for this one', async () => {
  const company = await told()
  await drilled(company, { spaces: ['Handbook'] })
  await company.edit({ 'README.md': '# Welcome\n\nEdited since.\n' })
  await company.backUp()
  const { report } = await drilled(company, { spaces: ['Handbook'] })
  expect([report.snapshot, report.failures, report.differences]).toEqual([2, [], []])
})

test('what somebody writes meanwhile is said, and blamed on nobody', async () => {
  const { company, proxy } = await behindProxy()
  await company.backUp()
  const [handbook = ''] = idsOf(company)
  proxy.before = async (method, path) => {
    if (method === 'POST' && path.endsWith('/git/import'))
      company.emulator.create('page', { space: handbook, title: 'Since', markdown: '# Since\n' })
    return undefined
  }
  const { report } = await drilled(company, { spaces: ['Handbook'] })
  expect([report.passed, report.failures]).toEqual([true, []])
  expect(report.spaces?.[0]?.note).toContain('somebody edited it meanwhile')
})

test('a service that gives the space the import all the same is found out', async () => {
  const { company, proxy } = await behindProxy()
  await company.backUp()
  await company.edit({ 'README.md': '# Welcome\n\nEdited since.\n' })
  const { token } = company.emulator
  proxy.before = async (method, path, body) => {
    if (method !== 'POST' || !path.endsWith('/git/import')) return undefined
    const { standalone: _unheard, ...rest } = z.looseObject({}).parse(JSON.parse(body))
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    await fetch(proxy.target + path, { method, headers, body: JSON.stringify(rest) })
    return { status: 204 }
  }
  const { report } = await drilled(company, { spaces: ['Handbook'] })
  expect(report.passed).toBe(false)
  expect(reasonsOf(report)).toContain('the service gave the space the content of the import')
})

test('a drill goes on after a space of which nobody is told, and leaves out one that is gone', async () => {
  // Only the first space has an integration.
  const company = await makeCompany(SMALL)
  company.emulator.create('space', { title: 'Third', organization: company.emulator.organization })
  await company.edit({ 'more.md': '# More\n' })
  await company.emulator.load('Third', company.handbook)
  await company.backUp()
  const [, , third = ''] = idsOf(company)
  company.emulator.remove('space', third)
  const { report } = await drilled(company, {}, { DOCVAULT_RESTORE_EXPIRES: '2s' })
  const states = Object.fromEntries(report.spaces?.map(one => [one.title, [one.state, one.note]]) ?? [])
  expect(states).toEqual({
    Handbook: ['passed', null],
    Second: ['failed', null],
    Third: ['left out', 'it is not on the platform any more'],
  })
  expect(report.failures.map(one => one.label)).toEqual(['Second'])
  expect(reasonsOf(report)).toContain('none of the first 5000 events')
})

test('an import that the service never fetches, and one that it refuses, are failures', async () => {
  const company = await told()
  const lost = { DOCVAULT_RESTORE_PUBLIC_URL: 'http://127.0.0.1:9', DOCVAULT_RESTORE_EXPIRES: '1s' }
  const unfetched = await drilled(company, { spaces: ['Handbook'] }, lost)
  expect(reasonsOf(unfetched.report)).toContain('never fetched it in time')
  company.emulator.fault({ operation: 'importGitRepository', kind: 'status', status: 403 })
  const refused = await drilled(company, { spaces: ['Handbook'] })
  expect(refused.report).toMatchObject({ passed: false, differences: [], steps: 1 })
  expect(reasonsOf(refused.report)).toContain('403')
})

test('an import that the service says failed is one, and nothing is compared', async () => {
  const { company, proxy } = await behindProxy()
  await company.backUp()
  proxy.losing = {
    path: /\/events/,
    json: one => (one.type === 'space_gitsync_completed' ? { ...one, state: 'failure' } : one),
  }
  const { report } = await drilled(company, { spaces: ['Handbook'] })
  expect(report).toMatchObject({ passed: false, differences: [], kinds: [] })
  expect(reasonsOf(report)).toContain('the service says that its import into a revision of space')
})

test('what stands in the way of the whole drill is said before anything is sent', async () => {
  const company = await told({ profile: 'full', without: ['importGitRepository'], serviceVersion: '0.167.0' })
  await expect(drilled(company)).rejects.toThrow('this service (version 0.167.0) has no git/import')
  await expect(drilled(company, {}, { DOCVAULT_RESTORE_HOST: '0.0.0.0' })).rejects.toThrow(
    'restore.publicUrl is not set: the service imports by cloning from docvault',
  )
  for (const name of ['git-sync', 'chat', 'drawings', 'import-events'])
    await fetch(`${company.emulator.url}/integrations/${name}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${company.emulator.token}` },
    })
  await expect(drilled(company)).rejects.toThrow('has published no integration')
  for (const id of idsOf(company)) company.emulator.remove('space', id)
  await expect(drilled(company, { faults: 'on' })).rejects.toThrow(
    '--standalone and --faults on exclude each other',
  )
})

test('the command ends as every drill, and one that is killed leaves the spaces as they are', {
  timeout: 240_000,
}, async () => {
  const { company, proxy } = await behindProxy()
  await company.backUp()
  const before = contentsOf(company)
  let child = 0
  proxy.before = async (method, path) => {
    if (method === 'POST' && path.endsWith('/git/import')) process.kill(child, 'SIGKILL')
    return undefined
  }
  const kept = (pid: number) => {
    child = pid
  }
  const args = ['drill', '--standalone', '--json']
  const killed = await docvault(args, { env: company.env, onStart: kept })
  expect(killed.signal).toBe('SIGKILL')
  expect(contentsOf(company)).toEqual(before)
  proxy.before = async () => undefined
  const done = await docvault(args, { env: company.env })
  const summary = done.events.findLast(one => one.message_type === 'summary')
  expect([done.code, summary?.passed, summary?.target]).toEqual([0, true, 'standalone import'])
  expect(contentsOf(company)).toEqual(before)
  const listed = await docvault(['drill', '--records'], { env: company.env })
  expect(listed.stdout.toString()).toMatch(/standalone import +passed .* good/)
  const wrong = await docvault(['drill', '--standalone', '--live', 'x'], { env: company.env })
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('exclude each other')])
})

async function drilled(company: Company, data: DrillData = {}, env: Record<string, string> = {}) {
  const config = loadConfig({ env: { ...company.env, ...env } })
  company.emulator.resetRequests()
  return drill.run({ config, signal: undefined, report: () => {} }, { standalone: true, ...data })
}

/** With an integration that is told of imports into every space, and one snapshot. */
async function told(options: JudgedOptions = {}): Promise<Company> {
  const company = await makeCompany({ ...SMALL, ...options })
  await installToldIntegration(company.emulator)
  await company.backUp()
  return company
}

/** The same without a snapshot; what passes between docvault and the platform can be spoiled. */
async function behindProxy() {
  const proxy = await startLossyProxy()
  const port = await freePort()
  proxy.target = `http://127.0.0.1:${port}`
  const company = await makeCompany({ ...SMALL, asDescribed: false, port, publicUrl: proxy.url })
  await installToldIntegration(company.emulator)
  return { company, proxy }
}

const stateSchema = z.looseObject({
  spaces: z.array(z.looseObject({ id: z.string(), revision: z.string() })),
})

function idsOf({ emulator }: Company): string[] {
  return stateSchema.parse(emulator.state()).spaces.map(one => one.id)
}

/** Without the signatures of addresses. */
function contentsOf({ emulator }: Company): string[] {
  const { spaces } = stateSchema.parse(emulator.state())
  return spaces.map(({ id, revision }) =>
    JSON.stringify([id, revision, emulator.revision(id, revision)]).replace(/token=[^"]*/g, ''),
  )
}

function writesOf({ emulator }: Company) {
  const { operations } = emulator.requests()
  return Object.fromEntries(
    Object.entries(operations).filter(([name]) => !/^(get|list|download|unknown)/.test(name)),
  )
}

function reasonsOf(report: Awaited<ReturnType<typeof drilled>>['report']): string {
  return report.failures.map(one => one.reason).join('\n')
}
