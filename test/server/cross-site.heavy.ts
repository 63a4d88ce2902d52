/**
 * A page of another site in Chromium, over http on names that are not localhost, against every route of the server that
 * changes something, the board's too: forms of all three types, fetch with and without CORS, beacons, pictures; with a
 * password that the browser remembers and without, and without any token from another port of this machine. None
 * changes anything; what a page of this server, and a program, asks for is done.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { makeMetrics } from '../../src/server/metrics.ts'
import { type RunningServer, startServer } from '../../src/server/server.ts'
import { makeCompany } from '../helpers/company.ts'
import { startTestDaemon, type TestDaemon } from '../helpers/daemon.ts'
import { openTestPeople } from '../helpers/people.ts'
import { comparable, restoreHome } from '../helpers/restoring.ts'

const TOKEN = 'a-token-for-the-server'
const NAMES = 'MAP evil.example 127.0.0.1, MAP docvault.example 127.0.0.1'

let browser: Browser
beforeAll(async () => {
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
  const args = ['--no-sandbox', `--host-resolver-rules=${NAMES}`]
  browser = await chromium.launch({ executablePath, args })
})
afterAll(() => browser.close())

interface Attack {
  from: string
  to: string
  token: string | null
  /** The browser answers the question for a password, as one that remembers it. */
  remembers: boolean
  /** Of some answers at least: the attack got as far as this. */
  meets: number
}

const attacks: Attack[] = [
  { from: 'evil.example', to: 'docvault.example', token: TOKEN, remembers: true, meets: 403 },
  { from: 'evil.example', to: 'docvault.example', token: TOKEN, remembers: false, meets: 401 },
  { from: 'evil.example', to: 'localhost', token: null, remembers: false, meets: 403 },
  { from: 'localhost', to: '127.0.0.1', token: null, remembers: false, meets: 403 },
  { from: '127.0.0.1', to: '127.0.0.1', token: null, remembers: false, meets: 403 },
]

test.each(attacks)(
  'a page of $from changes nothing at $to (token $token, remembered $remembers)',
  async attack => {
    const { daemon, server, state } = await serve(attack.token)
    const site = await foreignSite()
    const context = await contextFor(attack)
    let page = await context.newPage()
    const at = urlOf(server.url, attack.to)
    if (attack.remembers) expect((await page.goto(`${at}/board`))?.status()).toBe(200)
    const answers: [string, string, number][] = []
    context.on('response', answer => {
      const method = answer.request().method()
      if (answer.url().startsWith(at)) answers.push([method, answer.url().slice(at.length), answer.status()])
    })
    await page.goto(urlOf(site, attack.from))
    const paths = await changingPaths(daemon, server)
    expect(paths.length).toBeGreaterThan(25)
    const before = await state()
    for (const [method, path] of paths) {
      await attackFrom(page, method, `${at}${path}`)
      const arrived = page.waitForEvent('framenavigated', { predicate: frame => frame === page.mainFrame() })
      await page.evaluate(`(${SUBMIT})(${JSON.stringify(`${at}${path}`)})`)
      await arrived
      // What was refused goes on to a page of the browser's own.
      await page.close()
      page = await context.newPage()
      await page.goto(urlOf(site, attack.from))
    }
    const changing = answers.filter(([method]) => method !== 'GET' && method !== 'OPTIONS')
    expect(changing.filter(([, , status]) => status < 400)).toEqual([])
    // Each path was reached by forms, and more than once.
    for (const [, path] of paths)
      expect([path, changing.filter(one => one[1] === path).length > 2]).toEqual([path, true])
    expect(changing.map(([, , status]) => status)).toContain(attack.meets)
    expect(await state()).toEqual(before)
    console.log(
      `${attack.from} → ${attack.to}: ${paths.length} routes, ${changing.length} requests that would change something, 0 succeeded`,
    )
    await context.close()
  },
)

test('the board opens, and what a page of this server asks for is done', async () => {
  const { daemon, server } = await serve(TOKEN)
  const context = await contextFor({ remembers: true })
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', message => {
    // A font from elsewhere stays away, and a header that counts with TLS only is not heeded without.
    const isKnown = /fonts\.googleapis|Cross-Origin-Opener-Policy/.test(message.text())
    if (message.type() === 'error' && !isKnown) problems.push(message.text())
  })
  await page.goto(`${urlOf(server.url, 'docvault.example')}/board`)
  await page.getByText(daemon.platform().queues.runs.name).first().waitFor()
  expect(problems).toEqual([])
  const status = await page.evaluate(`fetch('/api/jobs/check', { method: 'POST', body: '{}',
    headers: { 'content-type': 'application/json' } }).then(answer => answer.status)`)
  expect(status).toBe(202)
  await daemon.ended(one => one.job === 'check')
  await context.close()
})

/** A server over a daemon's view, and everything that an attack might change. */
async function serve(token: string | null) {
  const company = await makeCompany()
  await company.backUp()
  const daemon = await startTestDaemon(company)
  const server = await startServer({
    view: daemon.daemon.view,
    metrics: makeMetrics({ version: 'test', isDetailed: () => true }),
    host: '127.0.0.1',
    port: 0,
    token,
    restoreToken: null,
    people: openTestPeople(),
    publicUrl: () => null,
    now: Date.now,
    failed: error => expect.fail(String(error)),
  })
  onTestFinished(() => server.close())
  const { queues } = daemon.platform()
  await daemon.run('check')
  const state = async () => ({
    counts: [await queues.runs.getJobCounts(), await queues.parts.getJobCounts()],
    paused: [await queues.runs.isPaused(), await queues.parts.isPaused()],
    jobs: (await queues.runs.getJobs()).map(job => [job.id, job.data, job.attemptsMade]),
    limits: [await queues.runs.getGlobalConcurrency(), await queues.runs.getGlobalRateLimit()],
    runs: daemon.platform().runs().length,
    snapshots: company.vault().snapshots().length,
    platform: comparable(restoreHome(company)),
  })
  return { daemon, server, state }
}

async function foreignSite(): Promise<string> {
  const site = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Nice page</title>')
  }).listen(0, '127.0.0.1')
  await once(site, 'listening')
  onTestFinished(() => void site.close())
  const address = site.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

function contextFor({ remembers }: Pick<Attack, 'remembers'>): Promise<BrowserContext> {
  const password = { username: 'anybody', password: TOKEN }
  return browser.newContext(remembers ? { httpCredentials: password } : {})
}

function urlOf(url: string, name: string): string {
  return `http://${name}:${new URL(url).port}`
}

/** Every route that is not for reading, as the server itself lists them, with names that mean something. */
async function changingPaths(daemon: TestDaemon, { routes }: RunningServer): Promise<[string, string][]> {
  const { runs } = daemon.platform().queues
  const [job] = await runs.getJobs()
  const names: Readonly<Record<string, string>> = {
    job: 'backup',
    run: job?.id ?? '',
    jobId: job?.id ?? '',
    queueName: runs.name,
    queueStatus: 'completed',
    schedulerId: 'any',
  }
  const reads = new Set(['GET', 'HEAD', 'OPTIONS', 'ALL'])
  const found = routes.filter(one => !reads.has(one.method))
  const paths = found.map(({ method, path }): [string, string] => [
    method,
    path.replaceAll(/:(\w+)/g, (_all, name: string) => encodeURIComponent(names[name] ?? 'any')),
  ])
  return [...new Map(paths.map(one => [one.join(' '), one])).values()]
}

/** The whole window goes there, with whatever the browser remembers for that place. */
const SUBMIT = `url => {
  const form = document.createElement('form')
  Object.assign(form, { method: 'POST', action: url, enctype: 'text/plain' })
  const input = document.createElement('input')
  Object.assign(input, { name: '{"name":"restore","data":{"action":"apply"},"options":{},"x":"', value: '"}' })
  form.append(input)
  document.body.append(form)
  setTimeout(() => form.submit())
}`

/** Everything that a page can send elsewhere. Resolves when all of it was answered or given up. */
async function attackFrom(page: Page, method: string, url: string): Promise<void> {
  await page.evaluate(
    `(async (method, url) => {
      const body = JSON.stringify({ name: 'restore', data: { action: 'apply', mayDelete: true }, options: {}, organization: undefined })
      const late = new Promise(resolve => setTimeout(resolve, 2000))
      const quiet = promise => Promise.race([promise.catch(() => {}), late])
      const send = enctype => {
        const frame = document.createElement('iframe')
        frame.name = 'frame' + Math.random()
        document.body.append(frame)
        const form = document.createElement('form')
        Object.assign(form, { method: 'POST', action: url, enctype, target: frame.name })
        const input = document.createElement('input')
        Object.assign(input, { name: body.slice(0, -1) + ',"x":"', value: '"}' })
        form.append(input)
        document.body.append(form)
        const loaded = new Promise(resolve => { frame.onload = resolve })
        form.submit()
        return loaded.then(() => { frame.remove(); form.remove() })
      }
      const all = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'].map(one => quiet(send(one)))
      for (const type of ['text/plain', 'application/x-www-form-urlencoded'])
        all.push(quiet(fetch(url, { method: 'POST', mode: 'no-cors', credentials: 'include', headers: { 'content-type': type }, body })))
      all.push(quiet(fetch(url, { method: 'POST', mode: 'no-cors', credentials: 'include' })))
      all.push(quiet(fetch(url, { method, mode: 'cors', credentials: 'include', headers: { 'content-type': 'application/json' }, body })))
      all.push(quiet(fetch(url, { method: 'POST', mode: 'cors', credentials: 'include', headers: { 'x-http-method-override': method, authorization: 'Bearer none' }, body })))
      all.push(quiet(new Promise(resolve => { const picture = new Image(); picture.onerror = picture.onload = resolve; picture.src = url + '?_method=' + method })))
      navigator.sendBeacon(url, new Blob([body], { type: 'text/plain' }))
      await Promise.all(all)
    })(${JSON.stringify(method)}, ${JSON.stringify(url)})`,
  )
}
