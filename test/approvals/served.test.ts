/** Two people with a daemon: on its pages, over its API, and with `docvault approve`. */
import { describe, expect, test } from 'vitest'
import { readOperatorEntries } from '../../src/server/people/operators.ts'
import { makeCompany } from '../helpers/company.ts'
import { openBrowser, type TestBrowser } from '../helpers/cookie-browser.ts'
import { startTestDaemon, type TestDaemon } from '../helpers/daemon.ts'
import { type MockIssuer, type MockPerson, startMockIssuer } from '../helpers/mock-issuer.ts'
import { lineVersion, runLine } from '../helpers/program.ts'
import { restoreHome } from '../helpers/restoring.ts'

const ada = { sub: 'ada', name: 'Ada', groups: ['restorers'] }
const bob = { sub: 'bob', name: 'Bob', groups: ['restorers'] }
const cleo = { sub: 'cleo', name: 'Cleo', groups: ['auditors'] }
const eve = { sub: 'eve', name: 'Eve', groups: ['elsewhere'] }

interface SignedIn {
  get(path: string): Promise<{ status: number; text: string }>
  /** Sends a form; answers where it leads. */
  send(
    path: string,
    fields?: Record<string, string>,
  ): Promise<{ status: number; to: string | null; text: string }>
}

async function signIn(daemon: TestDaemon, issuer: MockIssuer, person: MockPerson): Promise<SignedIn> {
  issuer.person = person
  const browser = openBrowser(daemon.daemon.url ?? '')
  await browser.follow('/')
  const get = async (path: string) => {
    const answer = await browser.go(path)
    return { status: answer.status, text: await answer.text() }
  }
  const formToken = /name="form_token" value="([^"]+)"/.exec((await get('/')).text)?.[1] ?? ''
  const send: SignedIn['send'] = async (path, fields = {}) => {
    const answer = await post(browser, path, { ...fields, form_token: formToken })
    return { status: answer.status, to: answer.headers.get('location'), text: await answer.text() }
  }
  return { get, send }
}

function post(browser: TestBrowser, path: string, fields: Record<string, string>): Promise<Response> {
  return browser.go(path, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: new URL(browser.server).origin,
    },
    body: new URLSearchParams(fields).toString(),
  })
}

async function makeWorld() {
  const company = await makeCompany()
  await company.backUp()
  await company.edit({ 'README.md': '# Welcome\n\nOverwritten.\n' })
  const issuer = await startMockIssuer()
  const org = company.emulator.organization
  const roles = [
    { group: 'restorers', role: 'restorer', organizations: [org] },
    { group: 'auditors', role: 'auditor' },
    { group: 'elsewhere', role: 'admin', organizations: ['elsewhere'] },
  ]
  const env = {
    ...company.env,
    DOCVAULT_APPROVALS_ACTIONS: 'restore-production',
    DOCVAULT_SERVER_OIDC_ISSUER: issuer.url,
    DOCVAULT_SERVER_OIDC_CLIENT_ID: issuer.clientId,
    DOCVAULT_SERVER_OIDC_CLIENT_SECRET: issuer.clientSecret,
    DOCVAULT_SERVER_ROLES: JSON.stringify(roles),
    DOCVAULT_SERVER_TOKEN: 'a-token-for-programs',
    DOCVAULT_SERVER_RESTORE_TOKEN: 'a-token-that-restores',
  }
  const { plan } = await restoreHome(company).plan('1', { onConflict: 'update' })
  const daemon = await startTestDaemon(company, { env, version: lineVersion })
  const approvals = () => company.vault().approvals()
  return {
    company,
    issuer,
    daemon,
    env,
    org,
    approvals,
    plan: String(plan?.digest),
    into: String(plan?.into),
  }
}

test('asked for on a page by one, looked at and approved by another, done by the first, once', async () => {
  const { company, issuer, daemon, org, approvals, plan, into } = await makeWorld()
  const [first, second] = [await signIn(daemon, issuer, ada), await signIn(daemon, issuer, bob)]
  const page = `/o/${org}/restore/plan/${plan}`
  expect((await first.get(page)).text).toContain('it asks for the approval of another one')
  const apply = `/o/${org}/restore/apply/${plan}`
  expect(await first.send(apply, { typed: into })).toMatchObject({ status: 303, to: '/approvals' })
  expect(company.vault().restoreRuns()).toEqual([])
  const [{ request = '' } = {}] = approvals()
  const own = await first.get('/approvals')
  expect(own.text).toContain('You want it already: somebody else has to')
  expect(own.text).not.toContain('/approve"')

  const theirs = await second.get('/approvals')
  expect(theirs.text).toContain(`href="${page}"`)
  expect((await second.get(page)).text).toContain('waits for another one')
  const decision = `/approvals/default/${request}/approve`
  expect(theirs.text).toContain(`action="${decision}"`)
  expect(await second.send(decision)).toMatchObject({ status: 303, to: '/approvals' })
  expect((await first.get(page)).text).toContain('Two people have agreed to it')
  const begun = await first.send(apply, { typed: into })
  expect(begun.to).toContain('/restore/runs?run=')
  expect(await daemon.ended(({ job }) => job === 'restore')).toMatchObject({ outcome: 'done' })
  expect(approvals()).toMatchObject([{ subject: 'ada', approvals: [{ subject: 'bob' }], used: {} }])
  expect(await first.send(apply, { typed: into })).toMatchObject({ to: '/approvals' })
  expect(company.vault().restoreRuns()).toHaveLength(1)
  await daemon.stop()
  const acts = [...readOperatorEntries(`${company.folder}/daemon`, { from: undefined, to: undefined })]
  expect(acts).toContainEqual(
    expect.objectContaining({
      act: 'approve',
      subject: 'bob',
      organization: org,
      item: `request ${request}`,
    }),
  )
})

describe('is refused on a page, and nothing is entered:', () => {
  test('whoever asked, who has no role for it, who is of another organization, and who has a token', async () => {
    const { issuer, daemon, org, approvals, plan, into } = await makeWorld()
    const asking = await signIn(daemon, issuer, ada)
    await asking.send(`/o/${org}/restore/apply/${plan}`, { typed: into })
    const [{ request = '' } = {}] = approvals()
    const decision = `/approvals/default/${request}/approve`
    expect(await asking.send(decision)).toMatchObject({ status: 409 })
    const auditor = await signIn(daemon, issuer, cleo)
    expect((await auditor.get('/approvals')).text).toContain('for somebody with the role')
    expect(await auditor.send(decision)).toMatchObject({ status: 403 })
    const foreign = await signIn(daemon, issuer, eve)
    expect((await foreign.get('/approvals')).text).not.toContain(into)
    expect(await foreign.send(decision)).toMatchObject({ status: 404 })
    const program = await daemon.ask(decision, {
      method: 'POST',
      headers: {
        authorization: 'Bearer a-token-that-restores',
        'content-type': 'application/x-www-form-urlencoded',
      },
    })
    expect(program.status).toBe(403)
    expect(approvals()).toMatchObject([{ approvals: [], denied: null, used: null }])
  })

  test('a denial ends it for everybody, with its reason on the page', async () => {
    const { issuer, daemon, org, approvals, plan, into } = await makeWorld()
    const asking = await signIn(daemon, issuer, ada)
    await asking.send(`/o/${org}/restore/apply/${plan}`, { typed: into })
    const [{ request = '' } = {}] = approvals()
    const other = await signIn(daemon, issuer, bob)
    expect(await other.send(`/approvals/default/${request}/deny`)).toMatchObject({ status: 400 })
    await other.send(`/approvals/default/${request}/deny`, { reason: 'not before the audit' })
    expect((await asking.get('/approvals')).text).toContain('not before the audit')
    expect(await other.send(`/approvals/default/${request}/approve`)).toMatchObject({ status: 409 })
  })
})

test('over the API: 409 with the request, a token counts for nobody, and the queue asks once more', async () => {
  const { company, daemon, approvals, plan } = await makeWorld()
  const apply = () =>
    daemon.ask('/api/jobs/restore', {
      method: 'POST',
      headers: { authorization: 'Bearer a-token-that-restores', 'content-type': 'application/json' },
      body: JSON.stringify({ plan }),
    })
  const refused = await apply()
  expect([refused.status, await refused.json()]).toEqual([
    409,
    expect.objectContaining({ error: 'approval-needed', hint: expect.stringContaining('2 people agree') }),
  ])
  expect((await apply()).status).toBe(409)
  expect(approvals()).toMatchObject([{ subject: null }])
  // Whoever can write to Redis gets past the server, and no further.
  const run = await daemon.platform().trigger('restore', { restore: { plan, mayDelete: true } })
  const record = await daemon.ended(ended => ended.run === run)
  expect(record).toMatchObject({ outcome: 'failed', message: expect.stringContaining('needs two people') })
  expect(company.vault().restoreRuns()).toEqual([])
})

describe('docvault approve', () => {
  test('signs in with a code, beside the daemon: two people, and then the command that asked works', async () => {
    const { company, issuer, env, approvals, plan } = await makeWorld()
    const run = (...argv: string[]) => runLine(argv, { env })
    const apply = () => run('restore', 'apply', plan, '--yes')
    await expect(apply()).rejects.toMatchObject({ code: 'approval-needed' })
    const listed = await run('approvals')
    const [{ request = '' } = {}] = approvals()
    expect(listed.text).toContain(`docvault approve ${request.slice(0, 12)}`)
    issuer.person = cleo
    await expect(run('approve', request.slice(0, 12))).rejects.toMatchObject({ code: 'forbidden' })
    issuer.person = ada
    const first = await run('approve', request.slice(0, 12))
    expect(first.text).toMatch(/sign in at http.*\/activate with the code WDJB-MJHT/)
    expect(first.text).toContain('Ada has approved it; 1 more person to go')
    await expect(run('approve', request)).rejects.toMatchObject({ code: 'approval-refused' })
    await expect(apply()).rejects.toMatchObject({ code: 'approval-needed' })
    issuer.person = bob
    expect((await run('approve', request)).text).toContain('does the same again')
    expect((await apply()).code).toBe(0)
    expect(company.vault().restoreRuns()).toHaveLength(1)
    expect((await run('approvals', '--all')).text).toMatch(/used/)
  })

  test('whoever restores for the tenant of the platform counts, and nobody of another one', async () => {
    const { issuer, env, approvals, plan } = await makeWorld()
    const roles = [
      { group: 'restorers', role: 'restorer', tenants: ['default'] },
      { group: 'elsewhere', role: 'restorer', tenants: ['another'] },
    ]
    const run = (...argv: string[]) =>
      runLine(argv, { env: { ...env, DOCVAULT_SERVER_ROLES: JSON.stringify(roles) } })
    await expect(run('restore', 'apply', plan, '--yes')).rejects.toMatchObject({ code: 'approval-needed' })
    const [{ request = '' } = {}] = approvals()
    issuer.person = eve
    await expect(run('approve', request)).rejects.toMatchObject({ code: 'forbidden' })
    issuer.person = ada
    expect((await run('approve', request)).text).toContain('Ada has approved it; 1 more person to go')
  })

  test('where an issuer has no such way it says so, and of what is not there what there is', async () => {
    const { issuer, env, approvals, plan } = await makeWorld()
    const run = (...argv: string[]) => runLine(argv, { env })
    await expect(run('restore', 'apply', plan, '--yes')).rejects.toMatchObject({ code: 'approval-needed' })
    issuer.devices = false
    await expect(run('approve', approvals()[0]?.request ?? '')).rejects.toMatchObject({
      message: expect.stringContaining('does not let anybody sign in from a command line'),
    })
    await expect(run('approve', 'ffffffff')).rejects.toMatchObject({
      message: 'there is no request ffffffff',
    })
  })
})
