import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { zipSync } from 'fflate'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { flatten, pageSchema, pageTitled, type Running, SMALL, start } from './start.ts'

type Served = Record<string, { body: string | Uint8Array; type?: string; status?: number; location?: string }>

async function serve(files: Served): Promise<string> {
  const server = createServer((request, response) => {
    const file = files[request.url ?? '']
    const { location } = file ?? {}
    const headers = {
      'content-type': file?.type ?? 'text/plain',
      ...(location === undefined ? {} : { location }),
    }
    response.writeHead(file === undefined ? 404 : (file.status ?? 200), headers).end(file?.body)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  return `http://127.0.0.1:${portOf(address)}`
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

const resultSchema = z.object({
  revision: z.string(),
  importedResources: z.number(),
  totalResources: z.number(),
})

function importInto(running: Running, source: string, url: string, at = '/content/import') {
  return running.call('POST', `/v1/spaces/${running.space}${at}`, { body: { source, url } })
}

const bodyOf = (running: Running, id: string) =>
  running.read(`/spaces/${running.space}/content/page/${id}?format=markdown`, pageSchema)

test('a Markdown file becomes a page behind those that are there', async () => {
  const running = await start()
  const origin = await serve({ '/notes.md': { body: '# Field notes\n\nSee the [guide](guide.md).\n' } })
  const before = await running.content()
  const reply = await importInto(running, 'markdown', `${origin}/notes.md`)
  expect(reply.status, reply.text).toBe(201)
  const result = resultSchema.parse(reply.json)
  expect(result).toMatchObject({ importedResources: 1, totalResources: 1 })
  expect(reply.headers.location).toBe(
    `${running.emulator.url}/spaces/${running.space}/revisions/${result.revision}`,
  )
  const after = await running.content()
  expect([after.id, after.parents]).toEqual([result.revision, [before.id]])
  expect(after.pages.map(page => page.title)).toEqual(['Home', 'Guide', 'Field notes'])
  const page = pageTitled(after.pages, 'Field notes')
  expect((await bodyOf(running, page.id)).markdown).toContain('See the')
  const document = await running.get(`/spaces/${running.space}/content/page/${page.id}?format=document`)
  expect(document.text).toContain(`"page":"${pageTitled(after.pages, 'Guide').id}"`)
})

test('links of a Markdown file lead to pages that came from no file as well', async () => {
  const running = await start(null, { synthetic: { spaces: 1, pages: 5 } })
  const body = '# More\n\nSee [that](page-3.md) and [nothing](nowhere.md).\n'
  const origin = await serve({ '/more.md': { body } })
  await importInto(running, 'markdown', `${origin}/more.md`)
  const { pages } = await running.content()
  const { id } = pageTitled(pages, 'More')
  const { text } = await running.get(`/spaces/${running.space}/content/page/${id}?format=document`)
  const meant = flatten(pages).find(page => page.path === 'page-3')
  expect(text).toContain(`"page":"${meant?.id}"`)
  expect(text).toContain('"url":"nowhere.md"')
})

test('HTML and a page of a website become text without scripts, links absolute', async () => {
  const running = await start()
  const html =
    '<!doctype html><html><head><title>Shop</title><script>evil()</script></head><body><nav>menu</nav>' +
    '<main><h1>Prices</h1><p>All <b>new</b>, see <a href="/terms">terms</a>.</p><ul><li>one</li></ul></main></body></html>'
  const origin = await serve({
    '/a.html': { body: html, type: 'text/html; charset=utf-8' },
    '/x': { body: '', status: 302, location: '/a.html' },
    '/data': { body: '{}', type: 'application/json' },
  })
  expect((await importInto(running, 'html', `${origin}/a.html`)).status).toBe(201)
  expect((await importInto(running, 'website', `${origin}/x`)).status).toBe(201)
  expect((await importInto(running, 'website', `${origin}/data`)).status).toBe(400)
  const { pages } = await running.content()
  expect(pages.map(page => page.title)).toEqual(['Home', 'Guide', 'Prices', 'Prices'])
  expect(new Set(flatten(pages).map(page => page.path)).size).toBe(flatten(pages).length)
  const { markdown = '' } = await bodyOf(running, pages[2]?.id ?? '')
  expect(markdown).toBe(`All **new**, see [terms](${origin}/terms).\n\n* one\n`)
})

test('a zipped bundle brings its pages, files and links; what is there keeps its ids', async () => {
  const running = await start()
  const text = (content: string) => Buffer.from(content)
  const archive = zipSync({
    'docs/SUMMARY.md': text('* [Start](start.md)\n  * [More](more.md)\n* [Lost](lost.md)\n'),
    'docs/start.md': text('# Start\n\n[More](more.md) ![](.gitbook/assets/a.txt)\n'),
    'docs/more.md': text('# More\n'),
    'docs/.gitbook/assets/a.txt': text('bytes'),
  })
  const origin = await serve({ '/b.zip': { body: archive, type: 'application/zip' } })
  const before = await running.content()
  const reply = await importInto(running, 'zip', `${origin}/b.zip`)
  expect(reply.json, reply.text).toMatchObject({ importedResources: 3, totalResources: 4 })
  const after = await running.content()
  expect(after.pages.slice(0, 2)).toEqual(before.pages)
  expect(
    flatten(after.pages)
      .map(page => page.title)
      .slice(3),
  ).toEqual(['Start', 'More', 'Lost'])
  expect(after.files.map(file => file.name)).toEqual(['a.txt'])
  const start_ = pageTitled(after.pages, 'Start')
  const document = await running.get(`/spaces/${running.space}/content/page/${start_.id}?format=document`)
  expect(document.text).toContain(`"page":"${pageTitled(after.pages, 'More').id}"`)
  expect(document.text).toContain(`"file":"${after.files[0]?.id}"`)
})

test('an import into a page replaces its body, in a change request only there', async () => {
  const running = await start()
  const origin = await serve({ '/g.md': { body: '# Other\n\nNew words.\n' } })
  await running.call('POST', `/v1/spaces/${running.space}/change-requests`, { body: {} })
  const guide = pageTitled((await running.content()).pages, 'Guide')
  const at = `/change-requests/1/content/page/${guide.id}`
  expect((await importInto(running, 'markdown', `${origin}/g.md`, `${at}/import`)).status).toBe(201)
  const draft = await running.read(`/spaces/${running.space}${at}?format=markdown`, pageSchema)
  expect([draft.title, draft.markdown]).toEqual(['Guide', '# Other\n\nNew words.\n'])
  expect((await bodyOf(running, guide.id)).markdown).toBe(SMALL['guide.md'])
})

test('a page that is called like the group it stands in keeps its slug', async () => {
  const running = await start()
  const archive = zipSync({
    'SUMMARY.md': Buffer.from('## Development\n\n* [Development](development/README.md)\n'),
    'development/README.md': Buffer.from('# Development\n'),
  })
  const origin = await serve({ '/b.zip': { body: archive, type: 'application/zip' } })
  const reply = await importInto(running, 'zip', `${origin}/b.zip`)
  expect(reply.status, reply.text).toBe(201)
  const made = flatten((await running.content()).pages).filter(({ title }) => title === 'Development')
  expect(made.map(({ slug }) => slug)).toEqual(['development', 'development'])
})

test('what cannot be imported is refused with a reason and changes nothing', async () => {
  const running = await start()
  const outside = zipSync({ '../../evil.md': Buffer.from('x'), 'SUMMARY.md': Buffer.from('') })
  const bomb = claimingSize(zipSync({ 'SUMMARY.md': Buffer.from('x') }), 300 * 1024 * 1024)
  const origin = await serve({
    '/out.zip': { body: outside },
    '/bomb.zip': { body: bomb },
    '/no.zip': { body: 'not a zip' },
    '/away': { body: '', status: 302, location: 'http://192.0.2.1/x' },
    '/loop': { body: '', status: 302, location: '/loop' },
  })
  const before = await running.content()
  const refused: [string, string, string][] = [
    ['notion', `${origin}/x`, 'notion'],
    ['word', `${origin}/x`, 'source'],
    ['markdown', 'nonsense', 'url'],
    ['markdown', 'file:///etc/passwd', 'http'],
    ['markdown', 'http://example.com/x.md', 'loopback'],
    ['markdown', `${origin}/away`, 'loopback'],
    ['markdown', `${origin}/loop`, 'redirects'],
    ['markdown', `${origin}/missing`, '404'],
    ['zip', `${origin}/no.zip`, 'zip'],
    ['zip', `${origin}/out.zip`, 'outside'],
    ['zip', `${origin}/bomb.zip`, 'unpacks'],
  ]
  for (const [source, url, reason] of refused) {
    const reply = await importInto(running, source, url)
    expect(reply.json, url).toMatchObject({ error: { code: 400, message: expect.stringContaining(reason) } })
  }
  running.emulator.patch('space', running.space, { editMode: 'locked' })
  expect((await importInto(running, 'markdown', `${origin}/x`)).status).toBe(403)
  expect((await running.content()).id).toBe(before.id)
})

/** The archive's directory says that its only file is that large. */
function claimingSize(archive: Uint8Array, sizeBytes: number): Uint8Array {
  const claimed = Buffer.from(archive)
  claimed.writeUInt32LE(sizeBytes, claimed.indexOf('PK\x01\x02', 0, 'latin1') + 24)
  return claimed
}

test('the newest service has no import', async () => {
  const running = await start(SMALL, { profile: 'current' })
  expect((await importInto(running, 'markdown', 'http://127.0.0.1:1/x')).status).toBe(404)
})
