import { expect, test } from 'vitest'
import { z } from 'zod'
import { readPlan } from '../../src/restore/plan/document.ts'
import { type Company, makeCompany } from '../helpers/company.ts'
import { startTestDaemon, type TestDaemon } from '../helpers/daemon.ts'
import { docvault } from '../helpers/docvault.ts'
import { ofProgram } from '../helpers/of-program.ts'
import { comparable, restoreHome } from '../helpers/restoring.ts'

const tokens = { DOCVAULT_SERVER_TOKEN: 'operates', DOCVAULT_SERVER_RESTORE_TOKEN: 'restores' }
const operator = { ...ofProgram, authorization: 'Bearer operates' }
const restorer = { ...ofProgram, authorization: 'Bearer restores' }

test('a trigger of a restore plans and writes nothing; the digest of that plan applies it, once', async () => {
  const { company, team } = await damaged()
  const before = comparable(restoreHome(company))
  const daemon = await startTestDaemon(company)
  const env = { ...company.env, DOCVAULT_DAEMON_PATH: `${company.folder}/daemon` }
  const asked = await docvault(['trigger', 'restore'], { env })
  expect(asked.stdout.toString()).toContain('makes a plan and writes nothing')
  const planned = await daemon.ended(one => one.job === 'restore')
  expect(planned).toMatchObject({
    outcome: 'done',
    message: expect.stringMatching(/^nothing was written: planned/),
  })
  expect(comparable(restoreHome(company))).toEqual(before)
  const [, file = '', digest = ''] = /as (\S+\/([0-9a-f]{64})\.json);/.exec(planned.message) ?? []
  expect(planned.message).toContain(`docvault trigger restore --plan ${digest}`)
  const kept = readPlan(await (await daemon.ask(`/api/plans/${digest}`)).json(), file)
  expect(kept.steps.map(one => one.label)).toContain(team)
  const shown = await docvault(['restore', 'show', file], { env })
  expect(shown.stdout.toString()).toContain(`create   team ${team}`)
  expect(await apply(daemon, digest)).toMatchObject({
    outcome: 'done',
    message: expect.stringContaining('0 failed'),
  })
  expect(JSON.stringify(comparable(restoreHome(company)))).toContain(`"title":"${team}"`)
  const after = comparable(restoreHome(company))
  expect(await apply(daemon, digest)).toMatchObject({
    outcome: 'failed',
    message: expect.stringContaining('has changed'),
  })
  expect(comparable(restoreHome(company))).toEqual(after)
})

test('what deletes is not applied over HTTP but with the token for it', async () => {
  const { company } = await damaged()
  company.emulator.create('team', { title: 'Extra team' })
  const daemon = await startTestDaemon(company, { env: tokens })
  const request = { deleteExtra: 'Acme Documentation' }
  const run = await started(daemon, operator, { request })
  const { message } = await daemon.ended(one => one.run === run)
  expect(message).toContain('1 of which delete')
  const plan = /--plan ([0-9a-f]{64})/.exec(message)?.[1] ?? ''
  const refused = await ask(daemon, operator, { plan })
  expect([refused.status, await refused.json()]).toMatchObject([403, { error: 'forbidden' }])
  const stolen = { ...ofProgram, authorization: `Basic ${btoa('x:restores')}` }
  expect((await ask(daemon, stolen, { plan })).status).toBe(401)
  // By whatever way it gets into the queue.
  const smuggled = await daemon.platform().trigger('restore', { restore: { plan } })
  expect(await daemon.ended(one => one.run === smuggled)).toMatchObject({ outcome: 'failed' })
  expect(JSON.stringify(comparable(restoreHome(company)))).toContain('Extra team')
  const applied = await started(daemon, restorer, { plan })
  expect(await daemon.ended(one => one.run === applied)).toMatchObject({ outcome: 'done' })
  expect(JSON.stringify(comparable(restoreHome(company)))).not.toContain('Extra team')
})

test('what was not planned is not asked for over HTTP, and not believed from the queue', async () => {
  const { company } = await damaged()
  const before = comparable(restoreHome(company))
  const daemon = await startTestDaemon(company)
  for (const body of [
    { action: 'apply' },
    { plan: 'a'.repeat(64) },
    { plan: '../catalog.db' },
    { plan: null },
    { request: { deleteExtra: 1 } },
    { restore: { mayDelete: true } },
    { mayDelete: true },
    { plan: 'a'.repeat(64), request: {} },
    [],
  ])
    expect([body, (await ask(daemon, ofProgram, body)).status]).toEqual([body, 400])
  const { runs } = daemon.platform().queues
  for (const [index, data] of [
    { action: 'apply', snapshot: '1' },
    { action: 'undo', run: 1 },
    { restore: { action: 'apply' } },
    { restore: { plan: 'latest' } },
    { organization: { id: 'x' } },
    { tick: 'soon' },
  ].entries()) {
    await runs.add('restore', JSON.parse(JSON.stringify(data)), { jobId: `smuggled-${index}` })
    const end = await daemon.ended(one => one.run === `smuggled-${index}`)
    expect(end).toMatchObject({ outcome: 'failed', code: 'usage' })
  }
  expect(comparable(restoreHome(company))).toEqual(before)
})

/** An organization that has lost a team since its backup; the team's title. */
async function damaged(): Promise<{ company: Company; team: string }> {
  const company = await makeCompany()
  await company.backUp()
  const vault = company.vault()
  const [team] = vault.resources(1, { kind: 'team' })
  if (!team) throw new Error('there is no team')
  company.emulator.remove('team', team.id)
  return { company, team: z.object({ title: z.string() }).parse(vault.readJson(team)).title }
}

async function apply(daemon: TestDaemon, plan: string) {
  const run = await started(daemon, ofProgram, { plan })
  return daemon.ended(one => one.run === run)
}

async function started(daemon: TestDaemon, headers: Record<string, string>, body: object): Promise<string> {
  const answer = await ask(daemon, headers, body)
  expect(answer.status).toBe(202)
  return z.object({ run: z.string() }).parse(await answer.json()).run
}

function ask(daemon: TestDaemon, headers: Record<string, string>, body: object): Promise<Response> {
  return daemon.ask('/api/jobs/restore', { method: 'POST', headers, body: JSON.stringify(body) })
}
