import { describe, expect, test } from 'vitest'
import { expectCoverage } from './coverage.ts'
import { all, present, startService } from './service.ts'
import { ofShape } from './shapes.ts'
import { serveText } from './source-server.ts'
import { watchClient } from './watch.ts'

const watch = watchClient()

describe('4.11 content of a space', () => {
  test('the current revision has the tree, all files and what is reused', async () => {
    const { platform, space } = await startService()
    const revision = ofShape('revision', await platform.content.currentRevision(space))
    expect(revision.id).toBe(present(await platform.spaces.find(space)).revision)
    expect(revision.pages.map(page => page.title)).toEqual(['Welcome', 'Guide'])
    expect(revision.reusableContents).toHaveLength(1)
    const { pages } = await platform.content.pages(space)
    expect(pages.map(page => ofShape('page', page).id)).toEqual(revision.pages.map(page => page.id))
    const files = await all(platform.content.listFiles(space))
    expect(files.map(file => file.id)).toEqual(revision.files.map(file => file.id))
  })

  test('a page is read as Markdown and as a document', async () => {
    const { platform, space, page } = await startService()
    const guide = (await page('Guide')).id
    const markdown = ofShape('page', await platform.content.page(space, guide, { format: 'markdown' }))
    expect(markdown.markdown).toContain('First steps')
    const whole = await platform.content.page(space, guide, { format: 'document' })
    expect(whole.document).toMatchObject({ object: 'document' })
    expect(whole.documentId).toBe(markdown.documentId)
  })

  test('a file is read by id, and knows who refers to it', async () => {
    const { platform, space, organization } = await startService({ profile: 'document' })
    const logo = present((await all(platform.content.listFiles(space))).find(one => one.name === 'logo.png'))
    expect(ofShape('file', await platform.content.file(space, logo.id))).toMatchObject({ name: 'logo.png' })
    const backlinks = await all(platform.content.listFileBacklinks(space, logo.id))
    expect(backlinks.map(one => ofShape('location', one).kind)).toEqual(['page', 'page'])
    expect(backlinks).toMatchObject([
      { organization: { id: organization }, space: { id: space }, file: { id: logo.id } },
      { file: { id: logo.id } },
    ])
  })

  test('links of a page are those of the space that stand on it', async () => {
    const { platform, space, page } = await startService()
    const home = (await page('Welcome')).id
    const links = (await all(platform.content.listPageLinks(space, home))).map(one => ofShape('link', one))
    const { stats } = await platform.content.pageLinkStats(space, home)
    expect(stats.total).toBe(links.length)
    const broken = await all(platform.content.listPageLinks(space, home, { status: 'broken' }))
    expect(broken).toHaveLength(stats.broken.total)
    expect(broken).toHaveLength(1)
    expect((await platform.spaces.linkStats(space)).stats.total).toBeGreaterThan(stats.total)
  })

  test('search finds words where they stand', async () => {
    const { platform, space, page } = await startService()
    const found = await all(platform.content.search(space, 'installer'))
    expect(found.map(one => ofShape('foundPage', one).id)).toEqual([(await page('Setup')).id])
    expect(await all(platform.content.search(space, 'xyzzy'))).toEqual([])
  })

  test.each([
    ['markdown', 'new.md', '# New page\n\nFrom afar.\n'],
    ['html', 'new.html', '<html><body><h1>New page</h1><p>From afar.</p></body></html>'],
    [
      'website',
      'new.html',
      '<html><head><title>New page</title></head><body><p>From afar.</p></body></html>',
    ],
  ])('an import of %s adds a page, as one new revision', async (source, name, text) => {
    const { platform, space } = await startService()
    const before = await platform.content.currentRevision(space)
    const result = await platform.content.import(space, { url: await serveText(name, text), source })
    expect(result).toMatchObject({ importedResources: 1, totalResources: 1 })
    const after = await platform.content.currentRevision(space)
    expect(after.id).toBe(result.revision)
    expect(after.parents).toEqual([before.id])
    expect(after.pages).toHaveLength(before.pages.length + 1)
    expect(await all(platform.content.search(space, 'afar'))).toHaveLength(1)
  })

  test.each(['docx', 'confluence', 'github-wiki', 'notion', 'google-docs'])(
    'an import of %s is refused with a reason',
    async source => {
      const { call, space } = await startService()
      const body = { url: await serveText('a.md', '# A\n'), source }
      const { status, text } = await call('POST', `/v1/spaces/${space}/content/import`, { body })
      expect(status).toBe(400)
      expect(text).toContain(source)
    },
  )

  test('what is pinned to a revision does not change with the content', async () => {
    const { platform, space, page } = await startService()
    const { revision } = present(await platform.spaces.find(space))
    const guide = (await page('Guide')).id
    await platform.content.import(space, { url: await serveText('b.md', '# B\n'), source: 'markdown' })
    const pinned = ofShape('revision', await platform.content.revision(space, revision))
    expect(pinned.pages).toHaveLength(2)
    expect((await platform.content.pagesInRevision(space, revision)).pages).toHaveLength(2)
    const [file] = await all(platform.content.listFilesInRevision(space, revision))
    ofShape('file', await platform.content.fileInRevision(space, revision, present(file).id))
    const body = await platform.content.pageInRevision(space, revision, guide, { format: 'markdown' })
    expect(body.markdown).toContain('First steps')
    const document = await platform.content.document(space, present(body.documentId))
    expect(document.toString()).toContain('First steps')
  })

  test('every operation was called and answered as documented', () => expectCoverage(watch, '4.11'))
})
