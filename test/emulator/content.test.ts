import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { fileSchema, flatten, pageSchema, pageTitled, start } from './start.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAC0lEQVR4nGNgwAUAABoAAXLwL8QAAAAASUVORK5CYII=',
  'base64',
)

const RICH = {
  'SUMMARY.md': [
    '# Table of contents\n',
    '* [Home](README.md)',
    '* [Missing](missing.md)',
    '',
    '## Group <a href="#grp" id="grp"></a>\n',
    '* [Page](grp/page.md)',
    '  * [Deep](grp/page/deep.md "Label")',
    '* [Outside](https://example.com/x)',
    '* ```yaml',
    '  type: builtin:openapi',
    '  props:',
    '    models: true',
    '  dependencies:',
    '    spec:',
    '      ref:',
    '        kind: openapi',
    '        spec: petstore',
    '  ```',
    '',
  ].join('\n'),
  'README.md':
    '\uFEFF---\r\ndescription: >-\r\n  Über\r\n  uns\r\n---\r\n\r\n# Home 🎉\r\n\r\n![x](.gitbook/assets/a%20b.png)\r\n',
  'grp/page.md':
    '---\nicon: rocket\nhidden: true\nnoIndex: true\ncover: ../.gitbook/assets/a b.png\ncoverY: 12\nvars:\n  tier: gold\nlayout:\n  width: wide\n  outline:\n    visible: false\n---\n\n# Page\n\n{% include "../.gitbook/includes/note.md" %}\n',
  'grp/page/deep.md': '# Deep\n\n[up](../page.md#top)\n',
  '.gitbook/assets/a b.png': PNG,
  '.gitbook/assets/copy.png': PNG,
  '.gitbook/includes/note.md': '---\ntitle: Note\n---\n\nShared.\n',
  '.gitbook/vars.yaml': 'version: 3\nname: docs\n',
}

const withMarkdown = (space: string, id: string) => `/spaces/${space}/content/page/${id}?format=markdown`
const withDocument = (space: string, id: string) => `/spaces/${space}/content/page/${id}?format=document`

test('Markdown is the source file exactly: mark, line ends, emoji, front matter', async () => {
  const { read, page, space } = await start(RICH)
  const home = await page('Home')
  const { markdown } = await read(withMarkdown(space, home.id), pageSchema)
  expect(markdown).toBe(RICH['README.md'])
})

test('a page is named by its Git blob id and its path', async () => {
  const { page } = await start(RICH)
  const bytes = Buffer.from(RICH['grp/page/deep.md'])
  const oid = createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
  expect((await page('Deep')).git).toEqual({ oid, path: 'grp/page/deep.md' })
})

test('the tree has groups, documents, links and paths as the service makes them', async () => {
  const { content } = await start(RICH)
  const shape = flatten((await content()).pages).map(({ type, title, path }) => [type, title, path])
  expect(shape.slice(0, 5)).toEqual([
    ['document', 'Home', 'readme'],
    ['document', 'Missing', 'missing'],
    ['group', 'Group', 'grp'],
    ['document', 'Page', 'grp/page'],
    ['document', 'Deep', 'grp/page/deep'],
  ])
  expect(pageTitled((await content()).pages, 'Outside')).toMatchObject({
    type: 'link',
    target: { kind: 'url', url: 'https://example.com/x' },
    href: 'https://example.com/x',
  })
})

test('front matter becomes the fields of the page', async () => {
  const { page, content } = await start(RICH)
  const [cover] = (await content()).files
  expect(await page('Page')).toMatchObject({
    icon: 'rocket',
    hidden: true,
    noIndex: true,
    variables: { tier: 'gold' },
    layout: { width: 'wide', outline: false, title: true, cover: true, coverSize: 'hero' },
    cover: { ref: { kind: 'file', file: cover?.id }, yPos: 12 },
  })
  expect((await page('Home')).description).toBe('Über uns')
})

test('a page without a file is empty: no document id, and no body in any format', async () => {
  const { read, page, space } = await start(RICH)
  const missing = await page('Missing')
  expect(missing.documentId).toBeUndefined()
  const answer = await read(withDocument(space, missing.id), pageSchema)
  expect(answer).toMatchObject({ id: missing.id })
  expect(Object.keys(answer)).not.toContain('document')
  expect(Object.keys(await read(withMarkdown(space, missing.id), pageSchema))).not.toContain('markdown')
})

test('computed pages show what they generate, or with computed=false their definition', async () => {
  const { read, space } = await start(RICH)
  const pages = z.object({ pages: z.array(pageSchema) })
  const generated = flatten((await read(`/spaces/${space}/content/pages`, pages)).pages).at(-1)
  const definition = flatten((await read(`/spaces/${space}/content/pages?computed=false`, pages)).pages).at(
    -1,
  )
  const ref = { kind: 'openapi', spec: 'petstore' }
  expect(generated).toMatchObject({
    type: 'document',
    computedSeed: expect.any(String),
    computed: {
      type: 'builtin:openapi',
      props: { doc: 'info' },
      dependencies: { spec: { ref, value: null } },
    },
  })
  expect(definition).toEqual({
    id: generated?.id,
    title: generated?.title,
    type: 'computed',
    computed: { type: 'builtin:openapi', props: { models: true }, dependencies: { spec: { ref } } },
  })
})

test('metadata=false leaves out every git part', async () => {
  const { get, space } = await start(RICH)
  expect((await get(`/spaces/${space}/content`)).text).toContain('"oid"')
  expect((await get(`/spaces/${space}/content?metadata=false`)).text).not.toContain('"git"')
  expect((await get(`/spaces/${space}/content/files?metadata=false`)).text).not.toContain('"git"')
})

test('a format that does not exist and a flag that is no boolean are bad requests', async () => {
  const { get, page, space } = await start()
  const { id } = await page('Home')
  expect((await get(`/spaces/${space}/content/page/${id}?format=html`)).status).toBe(400)
  expect((await get(`/spaces/${space}/content?metadata=yes`)).status).toBe(400)
})

test('links and images of a document point to ids', async () => {
  const { get, page, content, space } = await start(RICH)
  const [home, deep, parent] = [await page('Home'), await page('Deep'), await page('Page')]
  const { files, reusableContents } = await content()
  const document = async (id: string) => (await get(withDocument(space, id))).text
  expect(await document(home.id)).toContain(`"ref":{"kind":"file","file":"${files[0]?.id}"}`)
  expect(await document(deep.id)).toContain(`"ref":{"kind":"anchor","anchor":"top","page":"${parent.id}"}`)
  const included = { kind: 'reusable-content', reusableContent: reusableContents[0]?.id }
  expect(await document(parent.id)).toContain(JSON.stringify({ ref: included }))
})

test('files carry size, type, dimensions; equal bytes under two names are two files', async () => {
  const { list, space, get } = await start(RICH)
  const files = await list(`/spaces/${space}/content/files`, fileSchema, 1)
  expect(files.map(file => file.name)).toEqual(['a b.png', 'copy.png'])
  expect(files[0]).toMatchObject({
    contentType: 'image/png',
    size: PNG.length,
    dimensions: { width: 3, height: 2 },
  })
  expect(files[0]?.id).not.toBe(files[1]?.id)
  expect(files[0]?.git?.oid).toBe(files[1]?.git?.oid)
  expect((await get(`/spaces/${space}/content/files/${files[1]?.id}`)).json).toMatchObject({
    name: 'copy.png',
  })
})

test('a download URL is signed anew in every answer, stable before the query, and expires', async () => {
  const { content, call, emulator } = await start(RICH)
  const first = (await content()).files[0]?.downloadURL ?? ''
  const second = (await content()).files[0]?.downloadURL ?? ''
  expect(second).not.toBe(first)
  expect(second.split('?')[0]).toBe(first.split('?')[0])
  const path = first.slice(new URL(emulator.url).origin.length)
  const fetched = await call('GET', path, { token: null })
  expect(fetched).toMatchObject({ status: 200, headers: { 'content-type': 'image/png' } })
  expect((await call('GET', path.replace(/token=\w/, 'token=9'))).status).toBe(403)
  expect((await call('GET', '/_files/nothing/x.png')).status).toBe(404)
  emulator.setNow(Date.now() + 2 * 3_600_000)
  expect((await call('GET', path)).status).toBe(403)
})

test('reusable contents and variables are in the revision, bodies by their document id', async () => {
  const { content, get, space } = await start(RICH)
  const { reusableContents, variables, id } = await content()
  expect(variables).toEqual({ version: 3, name: 'docs' })
  expect(reusableContents).toMatchObject([{ title: 'Note', git: { path: '.gitbook/includes/note.md' } }])
  const [note] = reusableContents
  const body = await get(`/spaces/${space}/documents/${note?.document}`)
  expect(body.json).toMatchObject({ object: 'document', nodes: [{ type: 'paragraph' }] })
  const pinned = `/spaces/${space}/revisions/${id}/reusable-contents/${note?.id}`
  expect((await get(pinned)).json).toMatchObject({ id: note?.id, title: 'Note' })
  expect((await get(`${pinned}/document`)).json).toEqual(body.json)
  expect((await get(`/spaces/${space}/content/reusable-contents/${note?.id}`)).json).toMatchObject({
    id: note?.id,
  })
})

test('the body by document id is the document of the page', async () => {
  const { read, get, page, space } = await start(RICH)
  const { id, documentId } = await page('Deep')
  const { document } = await read(withDocument(space, id), pageSchema)
  expect((await get(`/spaces/${space}/documents/${documentId}`)).json).toEqual(document)
  expect((await get(`/spaces/${space}/documents/none`)).status).toBe(404)
})
