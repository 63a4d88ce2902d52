import { describe, expect, test } from 'vitest'
import { expectCoverage } from './coverage.ts'
import { all, present, type Service, startService } from './service.ts'
import { ofShape } from './shapes.ts'
import { serveText } from './source-server.ts'
import { watchClient } from './watch.ts'

const watch = watchClient()
const specOf = (title: string) =>
  JSON.stringify({ openapi: '3.1.0', info: { title, version: '1' }, paths: {} })

/** Waits until the service has looked at the source: it does so some time after it answered. */
async function processed({ platform, organization }: Service, slug: string) {
  return await expect
    .poll(async () => (await platform.openapi.find(organization, slug))?.processingState)
    .toBe('complete')
    .then(() => platform.openapi.find(organization, slug))
}

describe('4.16 OpenAPI specifications', () => {
  test('a text becomes a version, which can be read by its id and as the latest', async () => {
    const service = await startService()
    const { platform, organization } = service
    const openapi = platform.openapi
    const made = await openapi.create(organization, { slug: 'shop', source: { text: specOf('Shop') } })
    ofShape('spec', made)
    const spec = ofShape('spec', present(await processed(service, 'shop')))
    expect(spec.lastProcessedAt).toBeTypeOf('string')
    const latest = present(await openapi.findLatestVersion(organization, 'shop'))
    expect(ofShape('specVersion', latest).id).toBe(spec.lastVersion)
    ofShape('specVersion', await openapi.findVersion(organization, 'shop', latest.id))
    const content = await openapi.versionContent(organization, 'shop', latest.id)
    expect(JSON.stringify(content)).toContain('Shop')
    expect(content).toMatchObject({ filesystem: expect.anything(), url: expect.any(String) })
    expect(JSON.stringify(await openapi.latestVersionContent(organization, 'shop'))).toContain('Shop')
    expect((await all(openapi.list(organization))).map(one => ofShape('spec', one).slug)).toContain('shop')
  })

  test('a PUT makes the specification, and then gives it another version', async () => {
    const service = await startService()
    const { platform, organization } = service
    const put = (title: string) =>
      platform.openapi.put(organization, 'shop', { source: { text: specOf(title) } })
    const first = await put('One')
    expect(first.created).toBe(true)
    await processed(service, 'shop')
    const second = await put('Two')
    expect(second).toMatchObject({ created: false, value: { id: ofShape('spec', first.value).id } })
    await expect
      .poll(async () => (await all(platform.openapi.listVersions(organization, 'shop'))).length)
      .toBe(2)
    const content = await platform.openapi.latestVersionContent(organization, 'shop')
    expect(JSON.stringify(content)).toContain('Two')
  })

  test('a source is fetched from its address', async () => {
    const service = await startService()
    const { platform, organization } = service
    const url = await serveText('shop.json', specOf('Afar'))
    await platform.openapi.create(organization, { slug: 'shop', source: { url } })
    expect(await processed(service, 'shop')).toMatchObject({ sourceURL: url })
    const content = await platform.openapi.latestVersionContent(organization, 'shop')
    expect(JSON.stringify(content)).toContain('Afar')
  })

  test.each([
    ['FETCH_ERROR', () => serveText('shop.json', 'no', 500)],
    ['PARSE_ERROR', () => serveText('shop.json', '<html>{[')],
  ])('what goes wrong with a source is told as %s', async (code, makeUrl) => {
    const service = await startService()
    const { platform, organization } = service
    await platform.openapi.create(organization, { slug: 'shop', source: { url: await makeUrl() } })
    expect(await processed(service, 'shop')).toMatchObject({ lastProcessErrorCode: code })
    expect(await platform.openapi.findLatestVersion(organization, 'shop')).toBeNull()
  })

  test('a deleted specification is gone with its versions', async () => {
    const { platform, organization } = await startService()
    const [spec] = await all(platform.openapi.list(organization))
    const { slug } = present(spec)
    await platform.openapi.delete(organization, slug)
    await platform.openapi.delete(organization, slug)
    expect(await platform.openapi.find(organization, slug)).toBeNull()
    await expect(all(platform.openapi.listVersions(organization, slug))).rejects.toThrow('404')
  })

  test('every operation was called and answered as documented', () => expectCoverage(watch, '4.16'))
})
