import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { makeCompany } from '../helpers/company.ts'
import { startTestDaemon } from '../helpers/daemon.ts'
import { docvault } from '../helpers/docvault.ts'

const runsSchema = z.object({
  ended: z.literal(true),
  runs: z.array(
    z.object({ outcome: z.string().nullable(), plan: z.string().nullable(), restore: z.number().nullable() }),
  ),
})
const readySchema = z.object({ url: z.string(), link: z.string() })

test('docvault web lets in who opens its link first, and nobody else', async () => {
  const company = await makeCompany()
  await company.backUp()
  const { promise, resolve } = Promise.withResolvers<z.infer<typeof readySchema>>()
  const ended = docvault(['web', '--json'], {
    env: company.env,
    onOutput: (text, pid) => {
      if (!text.includes('ready')) return
      resolve(readySchema.parse(JSON.parse(text)))
      void looked.promise.then(() => process.kill(pid, 'SIGINT'))
    },
  })
  const looked = Promise.withResolvers<void>()
  const { url, link } = await promise
  const plain = { redirect: 'manual' } as const
  expect((await fetch(url, plain)).status).toBe(401)
  expect((await fetch(`${url}/enter?key=wrong`, plain)).status).toBe(403)
  // A name that somebody made to lead here, and a program that only looks whether the link is one.
  expect(await statusWithHost(url, 'evil.example.com')).toBe(421)
  expect((await fetch(link, { ...plain, method: 'HEAD' })).status).toBe(303)
  const entered = await fetch(link, plain)
  expect([entered.status, entered.headers.get('location')]).toEqual([303, '/'])
  const cookie = entered.headers.get('set-cookie') ?? ''
  expect(cookie).toMatch(/; HttpOnly; SameSite=Strict; Path=\/$/)
  const headers = { cookie: cookie.split(';')[0] ?? '' }
  const front = await fetch(url, { headers })
  expect([front.status, await front.text()]).toEqual([200, expect.stringContaining('Acme Documentation')])
  expect(front.headers.get('content-security-policy')).toContain("default-src 'none'")
  // Somebody who reads the link over a shoulder comes too late.
  expect((await fetch(link, plain)).status).toBe(403)
  const form = (origin: string) => ({
    method: 'POST',
    headers: { ...headers, origin },
    body: 'empty=1',
    ...plain,
  })
  const choose = `${url}/o/${company.emulator.organization}/restore/choose`
  expect((await fetch(choose, form(url))).status).toBe(303)
  expect((await fetch(choose, form('http://evil.example.com'))).status).toBe(403)
  expect((await fetch(choose, { ...form(url), body: 'x'.repeat(70_000) })).status).toBe(413)
  expect((await fetch(url, { method: 'PUT', headers })).status).toBe(405)
  looked.resolve()
  expect((await ended).code).toBe(0)
})

test('docvault web says that there is no vault, and that a port is none', async () => {
  const company = await makeCompany()
  expect(await docvault(['web'], { env: company.env })).toMatchObject({ code: 10 })
  await company.backUp()
  const wrong = await docvault(['web', '--port', '99999'], { env: company.env })
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('--port "99999" is no port')])
})

test('the daemon shows the same and what came since, and searches', async () => {
  const company = await makeCompany()
  const daemon = await startTestDaemon(company)
  await daemon.run('backup')
  const org = company.emulator.organization
  const night = await daemon.ask(`/o/${org}/at/1.json`)
  expect([night.status, await night.json()]).toEqual([
    200,
    expect.objectContaining({
      snapshot: 1,
      spaces: [expect.objectContaining({ title: 'Handbook' }), {}]
        .slice(0, 1)
        .concat([expect.objectContaining({ title: 'Second' })]),
    }),
  ])
  await company.edit({ 'README.md': '# Welcome\n\nOur limit is 500.\n' })
  await daemon.run('sync')
  // What was written since is seen.
  expect(await (await daemon.ask(`/o/${org}.json`)).json()).toMatchObject({
    nights: [{ snapshot: 2 }, { snapshot: 1 }],
  })
  const found = await (await daemon.ask('/search.json?q=limit+is+500')).json()
  expect(found).toMatchObject({ matches: [{ title: 'Welcome', first: { snapshot: 2 } }] })
  const page = await daemon.ask(`/o/${org}`)
  expect(page.headers.get('content-security-policy')).not.toContain('unsafe')
  expect(page.headers.get('content-type')).toContain('text/html')
  expect((await daemon.ask('/o/nobody')).status).toBe(404)
})

test('more pages than can wait are refused, and the next one is made', async () => {
  const company = await makeCompany()
  const daemon = await startTestDaemon(company)
  await daemon.run('backup')
  // The thread is begun by the first of them, and takes longer to begin than the others to come.
  const answers = await Promise.all(Array.from({ length: 150 }, () => daemon.ask('/index.json')))
  const statuses = new Set(answers.map(({ status }) => status))
  expect(statuses).toEqual(new Set([200, 503]))
  expect((await daemon.ask('/index.json')).status).toBe(200)
})

test('searches of pages wait for those of the API, and too many are refused', async () => {
  const company = await makeCompany()
  await company.edit({ 'README.md': `# Welcome\n\n${'a'.repeat(60)}!\n` })
  const daemon = await startTestDaemon(company, { env: { DOCVAULT_SEARCH_MAX_DURATION: '1h' } })
  await daemon.run('backup')
  const leaving = new AbortController()
  const endless = encodeURIComponent('(a|aa)+(?<=b)\\1$')
  const waiting = Array.from({ length: 22 }, () =>
    daemon.ask(`/api/search?q=${endless}&regex=true`, { signal: leaving.signal }),
  )
  const page = async (): Promise<number> => {
    const { status } = await daemon.ask('/search?q=Welcome')
    return status === 503 ? status : page()
  }
  expect(await page()).toBe(503)
  leaving.abort()
  await Promise.allSettled(waiting)
  expect((await daemon.ask('/search?q=Welcome')).status).toBe(200)
})

test('a process of pages that dies is told, and begun anew by the next request', async () => {
  const company = await makeCompany()
  const daemon = await startTestDaemon(company, { env: { DOCVAULT_DAEMON_READER_MEMORY: '16MiB' } })
  await daemon.run('backup')
  for (const _ of [1, 2]) expect((await daemon.ask('/index.json')).status).toBe(503)
  expect((await daemon.ask('/healthz')).status).toBe(200)
  const failed = daemon.lines.filter(({ msg }) => msg === 'a page failed')
  expect(failed.map(({ error }) => error)).toContainEqual(expect.stringContaining('out of memory'))
})

test('a large file arrives whole, and one that nobody wants to the end holds up no other', async () => {
  const company = await makeCompany()
  const bytes = randomBytes(24 * 1024 * 1024)
  writeFileSync(join(company.handbook, '.gitbook/assets/large.bin'), bytes)
  await company.edit({ 'README.md': '# Welcome\n\n![large](.gitbook/assets/large.bin)\n' })
  const daemon = await startTestDaemon(company)
  await daemon.run('backup')
  const file = [...company.vault().resources(1, { kind: 'file' })].find(
    found => Object(company.vault().readJson(found)).name === 'large.bin',
  )
  const address = `/o/${company.emulator.organization}/at/1/file/${file?.id}`
  const left = await daemon.ask(address)
  await left.body?.getReader().cancel()
  expect((await daemon.ask(address, { method: 'HEAD' })).headers.get('content-length')).toBe(
    `${bytes.length}`,
  )
  expect(bytes.equals(Buffer.from(await (await daemon.ask(address)).arrayBuffer()))).toBe(true)
})

async function statusWithHost(url: string, host: string): Promise<number> {
  const [answer] = await once(request(url, { headers: { host } }).end(), 'response')
  answer.resume()
  return answer.statusCode
}

test('a restore of the daemon is planned and done by forms of its own pages alone', async () => {
  const company = await makeCompany()
  const daemon = await startTestDaemon(company)
  await daemon.run('backup')
  const org = `/o/${company.emulator.organization}`
  await company.edit({ 'README.md': '# Welcome\n\nEdited in the night.\n' })
  await daemon.run('sync')
  const page = [...company.vault().resources(1, { kind: 'page' })].find(
    found => Object(company.vault().readJson(found)).title === 'Welcome',
  )
  const send = (path: string, form: Record<string, string>, more: Record<string, string> = {}) =>
    daemon.ask(`${org}/restore/${path}`, {
      method: 'POST',
      body: new URLSearchParams(form),
      redirect: 'manual',
      headers: { origin: daemon.daemon.url, ...more },
    })
  const chosen = await send('choose', { add: `1:page:${page?.id}` })
  const cookie = chosen.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
  expect((await send('plan', {}, { cookie, origin: 'http://evil.example.com' })).status).toBe(403)
  const ended = async (answer: Response) => {
    const address = new URL(answer.headers.get('location') ?? '', daemon.daemon.url)
    await daemon.ended(({ run }) => run === address.searchParams.get('run'))
    const twin = await daemon.ask(`${address.pathname}.json${address.search}`)
    return runsSchema.parse(await twin.json()).runs
  }
  const [planned] = await ended(await send('plan', { onConflict: 'update' }, { cookie }))
  expect(planned).toMatchObject({ outcome: 'done', plan: expect.any(String) })
  const wrong = await send(`apply/${planned?.plan}`, { typed: 'Handbook' })
  expect(wrong.headers.get('location')).toContain('typed=wrong')
  const [done] = await ended(await send(`apply/${planned?.plan}`, { typed: 'Acme Documentation' }))
  expect(done).toMatchObject({ outcome: 'done', restore: 1 })
  const report = await (await daemon.ask(`${org}/restore/done/1`)).text()
  expect(report).toContain('nothing differs but what was declared as lost')
})
