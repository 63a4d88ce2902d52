import { describe, expect, test } from 'vitest'
import { openHistory } from '../../jobs/history.ts'
import { parseRecord, type RunRecord } from '../../src/queue/history.ts'
import { openVaultForWriting } from '../../src/vault/vault.ts'
import type { WebCondition } from '../../src/web/source.ts'
import { OWN_VISIT } from '../../src/web/visitor.ts'
import { makeCompany } from '../helpers/company.ts'
import { startTestDaemon } from '../helpers/daemon.ts'
import { docvault } from '../helpers/docvault.ts'
import { openViews } from '../helpers/views.ts'

const RUN: RunRecord = {
  ...{ run: 'backup.x', job: 'backup', organization: null, trigger: 'schedule', tick: null, plan: null },
  ...{ started: '2026-11-20T02:00:00.000Z', finished: '2026-11-20T02:00:05.000Z' },
  ...{
    outcome: 'failed',
    message: 'the platform <b>does not</b> answer',
    snapshot: null,
    code: 'unreachable',
  },
}

const ELSEWHERE = { ...OWN_VISIT.visitor, sees: ['elsewhere'], audits: [], restores: [] }

async function makeOperated() {
  const company = await makeCompany()
  await company.backUp()
  const { organization } = company.emulator
  const vault = await openVaultForWriting(company.vaultPath)
  const history = openHistory(vault, parseRecord)
  history.add({ ...RUN, organization })
  const later = { started: '2026-11-21T02:00:00.000Z', finished: '2026-11-21T02:00:00.000Z' }
  history.add({ ...RUN, ...later, run: 'backup.y', outcome: 'missed', message: 'no daemon was there' })
  history.add({ ...RUN, ...later, run: 'check.z', job: 'check', outcome: 'done', message: 'no damage found' })
  await vault.close()
  const condition = (title: string, of: string | null): WebCondition => ({
    ...{ key: title, kind: 'failed', platform: 'default', organization: of, title },
    ...{ text: 'What happened.', advice: 'Do this.', since: Date.parse('2026-11-20T02:00:00Z') },
  })
  return { company, organization, conditions: [condition('of one', organization), condition('of all', null)] }
}

describe('what docvault did', () => {
  test('runs are listed with those that failed and were missed, and what they say stays text', async () => {
    const { company, organization } = await makeOperated()
    const views = openViews(company.env)
    expect(await views.data('/runs')).toMatchObject({
      total: 3,
      runs: [{ outcome: 'missed' }, { job: 'check' }, { outcome: 'failed', duration_ms: 5000 }],
    })
    expect((await views.page('/runs')).text).toContain('&lt;b&gt;does not&lt;/b&gt;')
    expect(await views.data(`/runs?org=${organization}`)).toMatchObject({ total: 1 })
    expect(await views.data('/runs?job=check')).toMatchObject({ total: 1 })
    expect((await views.page('/runs?job=nonsense')).text).toContain('No such run is known.')
    expect((await views.page('/runs?from=x')).status).toBe(400)
  })

  test('who sees other organizations sees no run, check, drill, report or condition of this one', async () => {
    const { company, conditions } = await makeOperated()
    await docvault(['drill'], { env: company.env })
    const views = openViews(company.env, { visitor: ELSEWHERE, conditions })
    expect(await views.data('/runs')).toMatchObject({ total: 0, jobs: [] })
    expect(await views.data('/drills')).toMatchObject({ total: 0 })
    expect((await views.page('/checks')).status).toBe(403)
    expect((await views.page('/reports')).status).toBe(403)
    expect(await views.data('/')).toMatchObject({ conditions: [], organizations: [] })
    const { text } = await views.page('/')
    for (const shown of ['/checks', '/reports', '/board']) expect(text).not.toContain(`href="${shown}"`)
  })

  test('a check says what was never read again, and what was', async () => {
    const { company } = await makeOperated()
    const views = openViews(company.env)
    const [before] = (await views.data('/checks')).vaults as { blocks_never_read: number }[]
    expect(before?.blocks_never_read).toBeGreaterThan(0)
    await docvault(['check', '--read-data'], { env: company.env })
    expect(await views.data('/checks')).toMatchObject({
      vaults: [
        { blocks_never_read: 0, oldest_reading: expect.stringContaining('T'), last: { outcome: 'done' } },
      ],
    })
  })

  test('a drill is listed with how long recovery took, and its record with what came back', async () => {
    const { company, organization } = await makeOperated()
    const views = openViews(company.env)
    expect((await views.page('/drills')).text).toContain('No drill was made yet.')
    expect((await docvault(['drill'], { env: company.env })).code).toBe(0)
    const [drill] = (await views.data('/drills')).drills as Record<string, unknown>[]
    expect(drill).toMatchObject({ organization, passed: true, signature: 'valid', drill: 1 })
    const { status, text } = await views.page(`/drills/${drill?.platform}/${drill?.record}`)
    expect([status, text]).toEqual([200, expect.stringContaining('came back as they were')])
    expect((await views.page('/drills/default/nothing')).status).toBe(404)
    const viewer = openViews(company.env, { visitor: { ...OWN_VISIT.visitor, audits: [] } })
    expect((await viewer.page('/drills')).text).not.toContain(`href="/drills/`)
    expect((await viewer.page(`/drills/${drill?.platform}/${drill?.record}`)).status).toBe(403)
  })

  test('a report is listed with its nights and files', async () => {
    const { company, organization } = await makeOperated()
    await company.edit({ 'README.md': '# Welcome\n\nOur limit is 500.\n' })
    await company.backUp()
    const views = openViews(company.env)
    expect((await views.page('/reports')).text).toContain('No report was made yet.')
    const made = await docvault(['audit', 'access', 'latest', '-o', `${company.folder}/access.csv`], {
      env: company.env,
    })
    expect(made.stderr).toBe('')
    expect(await views.data('/reports')).toMatchObject({
      total: 1,
      reports: [{ organization, report: 'access', files: ['csv'], number: 1 }],
    })
  })

  test('what is wrong now stands on the front page and on the page of its organization', async () => {
    const { company, organization, conditions } = await makeOperated()
    const next = { job: 'backup', cron: '0 2 * * *', timezone: 'UTC', next: '2026-11-26T02:00:00.000Z' }
    const views = openViews(company.env, { conditions, agenda: { next: [next], active: [] } })
    for (const address of ['/', `/o/${organization}`]) {
      const { text } = await views.page(address)
      for (const title of ['of one', 'of all'])
        expect([address, text]).toEqual([address, expect.stringContaining(title)])
    }
    expect((await views.page(`/o/${organization}`)).text).toContain('0 2 * * *')
    expect((await openViews(company.env).page(`/o/${organization}`)).text).not.toContain('What comes next')
  })
})

test('an anomaly stands on the page of its organization until somebody has looked, without a daemon too', async () => {
  const company = await makeCompany()
  await company.backUp()
  await company.deleteSpace('Second')
  await company.backUp({ allowShrink: true })
  const views = openViews(company.env)
  const org = `/o/${company.emulator.organization}`
  expect(await views.data(org)).toMatchObject({ anomalies: [{ rule: 'space-removed', before: 1 }] })
  expect((await views.page(org)).text).toContain(`${org}/changes?a=1&amp;b=2`)
  const [open] = company.vault().anomalies()
  const acked = await docvault(['ack', open?.anomaly ?? '', '--reason', 'meant'], { env: company.env })
  expect(acked.code).toBe(0)
  expect(await views.data(org)).toMatchObject({ anomalies: [] })
})

test('the daemon shows its own runs, what comes next, and leads to the board', async () => {
  const company = await makeCompany()
  const daemon = await startTestDaemon(company)
  await daemon.run('backup')
  expect(await (await daemon.ask('/runs.json?job=backup')).json()).toMatchObject({
    runs: [{ job: 'backup', outcome: 'complete', snapshot: 1 }],
  })
  const page = await (await daemon.ask('/runs')).text()
  expect(page).toContain('href="/board"')
  expect(page).toContain('What comes next')
  expect(page).toContain(`href="/o/${company.emulator.organization}/at/1"`)
})
