import { describe, expect, test } from 'vitest'
import { expectCoverage } from './coverage.ts'
import { all, present, startService } from './service.ts'
import { ofShape } from './shapes.ts'
import { serveText } from './source-server.ts'
import { watchClient } from './watch.ts'

const watch = watchClient()

describe('4.9 change requests', () => {
  test('a change request is made as a draft with a number of its own', async () => {
    const { platform, space } = await startService()
    const before = present(await platform.spaces.find(space))
    const one = ofShape('changeRequest', await platform.changeRequests.create(space, { subject: 'One' }))
    const two = ofShape('changeRequest', await platform.changeRequests.create(space))
    expect(one).toMatchObject({ subject: 'One', status: 'draft', outdated: false, comments: 0 })
    expect(one).toMatchObject({ revisionInitial: before.revision })
    expect(two.number).toBe(one.number + 1)
    expect(await platform.changeRequests.find(space, String(two.number))).toMatchObject({ id: two.id })
    expect(await platform.spaces.find(space)).toMatchObject({
      changeRequests: before.changeRequests + 2,
      changeRequestsDraft: before.changeRequestsDraft + 2,
    })
  })

  test('without a status the list has the open ones only', async () => {
    const { platform, space } = await startService()
    const requests = platform.changeRequests
    const { id, createdBy } = await requests.create(space, { subject: 'One' })
    const ids = async (query = {}) =>
      (await all(requests.list(space, query))).map(one => ofShape('changeRequest', one).id)
    expect(await ids()).not.toContain(id)
    expect(await ids({ status: 'draft' })).toContain(id)
    expect(await requests.update(space, id, { status: 'open', subject: 'Two' })).toMatchObject({
      status: 'open',
      subject: 'Two',
    })
    expect(await ids()).toContain(id)
    expect(await ids({ contributor: 'nobody' })).toEqual([])
    expect(present(createdBy).object).toBe('user')
    expect(present(await platform.spaces.find(space)).changeRequestsOpen).toBe((await ids()).length)
    await requests.update(space, id, { status: 'archived' })
    expect(await ids({ status: 'archived' })).toContain(id)
  })

  test('a merge brings the content over and makes a revision of the space', async () => {
    const { platform, space, writePage } = await startWithPages()
    const requests = platform.changeRequests
    const { id } = await requests.create(space, { subject: 'One' })
    await writePage(id, 'Fresh')
    const outcome = await requests.merge(space, id)
    expect(outcome.result).toBe('merge')
    const merged = ofShape('changeRequest', await requests.find(space, id))
    expect(merged).toMatchObject({ status: 'merged', revisionMerged: outcome.revision })
    expect(await platform.spaces.find(space)).toMatchObject({ revision: outcome.revision })
    const main = await platform.content.currentRevision(space)
    expect(main).toMatchObject({ type: 'merge' })
    expect(JSON.stringify(main.pages)).toContain('Fresh')
    await expect(requests.merge(space, id)).rejects.toThrow('409')
  })

  test('two edits of the same lines are conflicts, and applied all the same', async () => {
    const { platform, space, page, call } = await startService()
    const guide = (await page('Guide')).id
    const rewrite = async (changeRequest: string, text: string) => {
      const url = await serveText('guide.md', `# Guide\n\n${text}\n`)
      const path = `/v1/spaces/${space}/change-requests/${changeRequest}/content/page/${guide}/import`
      expect((await call('POST', path, { body: { url, source: 'markdown' } })).status).toBe(201)
    }
    const one = await platform.changeRequests.create(space)
    const two = await platform.changeRequests.create(space)
    await rewrite(one.id, 'First steps, told by one.')
    await rewrite(two.id, 'First steps, told by two.')
    expect(await platform.changeRequests.merge(space, one.id)).toMatchObject({ result: 'merge' })
    expect(await platform.changeRequests.merge(space, two.id)).toMatchObject({ result: 'conflicts' })
    expect(await platform.changeRequests.find(space, two.id)).toMatchObject({ status: 'merged' })
  })

  test('an update pulls the main content in, and the draft is no longer outdated', async () => {
    const { platform, space, writePage } = await startWithPages()
    const requests = platform.changeRequests
    const one = await requests.create(space, { subject: 'One' })
    const other = await requests.create(space, { subject: 'Other' })
    await writePage(other.id, 'Fresh')
    await requests.merge(space, other.id)
    expect(await requests.find(space, one.id)).toMatchObject({ outdated: true })
    expect(await requests.pull(space, one.id)).toMatchObject({ result: 'update' })
    const updated = ofShape('changeRequest', present(await requests.find(space, one.id)))
    expect(updated.outdated).toBe(false)
    expect(updated.revisionMergedAncestor).toBe(present(await platform.spaces.find(space)).revision)
    const content = await platform.changeRequestContent.pages(space, one.id)
    expect(JSON.stringify(content.pages)).toContain('Fresh')
  })

  test('there is a PDF of all pages, and of one', async () => {
    const { platform, space, page } = await startService()
    const { id } = await platform.changeRequests.create(space)
    const whole = await platform.changeRequests.pdf(space, id)
    expect(URL.canParse(whole.url)).toBe(true)
    const guide = (await page('Guide')).id
    const one = await platform.changeRequests.pdf(space, id, { page: guide, only: true })
    expect(URL.canParse(one.url)).toBe(true)
  })

  test('the change requests of all spaces are in one list', async () => {
    const { platform, organization, space, secondSpace } = await startService()
    const ids = [space, secondSpace].map(async one => (await platform.changeRequests.create(one)).id)
    const listed = await all(platform.changeRequests.listInOrganization(organization, { status: 'draft' }))
    expect(listed.map(one => one.id)).toEqual(expect.arrayContaining(await Promise.all(ids)))
  })

  test('every operation was called and answered as documented', () => expectCoverage(watch, '4.9'))
})

/** `writePage` puts a page into a change request, by the import that the document has for it. */
async function startWithPages() {
  const service = await startService()
  const writePage = async (changeRequest: string, title: string) => {
    const url = await serveText(`${title}.md`, `# ${title}\n\nText.\n`)
    const source = { url, source: 'markdown' }
    await service.platform.changeRequestContent.import(service.space, changeRequest, source)
  }
  return { ...service, writePage }
}
