import { describe, expect, test } from 'vitest'
import type { EmulatorOptions } from '../../../src/emulator/options.ts'
import { expectCoverage } from './coverage.ts'
import { all, present, startService } from './service.ts'
import { ofShape } from './shapes.ts'
import { serveText } from './source-server.ts'
import { watchClient } from './watch.ts'

const watch = watchClient()

async function startWithDraft(options: EmulatorOptions = {}) {
  const service = await startService(options)
  const { id } = await service.platform.changeRequests.create(service.space)
  return { ...service, draft: id, content: service.platform.changeRequestContent }
}

describe('4.10 content of a change request', () => {
  test('it begins as the content of the space, and goes its own way', async () => {
    const { platform, content, space, draft } = await startWithDraft()
    const main = await platform.content.currentRevision(space)
    expect(await content.revision(space, draft)).toMatchObject({ id: main.id })
    const url = await serveText('new.md', '# Fresh\n\nText.\n')
    const result = await content.import(space, draft, { url, source: 'markdown' })
    expect(result).toMatchObject({ importedResources: 1, totalResources: 1 })
    const own = ofShape('revision', await content.revision(space, draft))
    expect(own).toMatchObject({ id: result.revision, parents: [main.id] })
    const { pages } = await content.pages(space, draft)
    expect(pages.map(page => ofShape('page', page).title)).toEqual(['Welcome', 'Guide', 'Fresh'])
    expect((await platform.content.currentRevision(space)).id).toBe(main.id)
    expect(await platform.changeRequests.find(space, draft)).toMatchObject({ revision: own.id })
    const fresh = present(pages.at(-1)).id
    const body = await content.page(space, draft, fresh, { format: 'markdown' })
    expect(ofShape('page', body).markdown).toContain('Text.')
    await expect(platform.content.page(space, fresh, { format: 'markdown' })).rejects.toThrow('404')
  })

  test('its files can be listed, read and asked for backlinks', async () => {
    const { content, space, draft } = await startWithDraft()
    const files = (await all(content.listFiles(space, draft))).map(file => ofShape('file', file))
    const logo = present(files.find(file => file.name === 'logo.png')).id
    expect(await content.file(space, draft, logo)).toMatchObject({ id: logo })
    const backlinks = await all(content.listFileBacklinks(space, draft, logo))
    expect(backlinks.map(one => ofShape('location', one).kind)).toEqual(['page', 'page'])
  })

  test('links of its pages are told with their state', async () => {
    const { content, space, draft, page } = await startWithDraft({ profile: 'document' })
    const home = (await page('Welcome')).id
    const links = (await all(content.listPageLinks(space, draft, home))).map(one => ofShape('link', one))
    const { stats } = await content.pageLinkStats(space, draft, home)
    expect(stats.total).toBe(links.length)
    const broken = await all(content.listPageLinks(space, draft, home, { status: 'broken' }))
    expect(broken).toHaveLength(stats.broken.total)
  })

  test('every operation was called and answered as documented', () => expectCoverage(watch, '4.10'))
})
