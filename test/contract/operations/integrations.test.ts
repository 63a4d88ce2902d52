import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { expectCoverage } from './coverage.ts'
import { all, type Service, startService } from './service.ts'
import { ofShape } from './shapes.ts'
import { watchClient } from './watch.ts'

const watch = watchClient()
const asDocumented = { profile: 'document' } as const

async function publish({ platform, organization }: Service, name: string, more: object = {}) {
  return await platform.integrations.publish(name, {
    title: `Title of ${name}`,
    description: 'Does things',
    script: 'export default {}',
    scopes: [],
    organization,
    ...more,
  })
}

describe('4.18 integrations', () => {
  test('publishing again makes the next version, and unpublishing the end', async () => {
    const service = await startService(asDocumented)
    const { platform } = service
    const input = {
      summary: '# What it does',
      visibility: 'public',
      target: 'space',
      scopes: ['space:content:read'],
      categories: ['content'],
      blocks: [{ id: 'one', title: 'One' }],
      externalLinks: [{ url: 'https://example.com/', label: 'Home' }],
      contentSecurityPolicy: "default-src 'none'",
    }
    expect(ofShape('integration', await publish(service, 'first', input))).toMatchObject({
      version: 1,
      ...input,
    })
    expect(await publish(service, 'first')).toMatchObject({ version: 2 })
    ofShape('integration', await platform.integrations.find('first'))
    await platform.integrations.unpublish('first')
    await platform.integrations.unpublish('first')
    expect(await platform.integrations.find('first')).toBeNull()
  })

  test('the list can be narrowed in every documented way', async () => {
    const service = await startService(asDocumented)
    const { platform, organization } = service
    const visibility = 'public'
    const block = { id: 'one', title: 'One', urlUnfurl: ['https://unfurl.example/*'] }
    await publish(service, 'with-block', { visibility, blocks: [block], categories: ['analytics'] })
    await publish(service, 'with-source', {
      visibility,
      contentSources: [{ id: 'one', title: 'One', configuration: { componentId: 'one' } }],
      scopes: ['openapi:read'],
      target: 'site',
    })
    const names = async (query: Parameters<typeof platform.integrations.list>[0]) =>
      (await all(platform.integrations.list(query))).map(one => ofShape('integration', one).name)
    expect(await names({})).toEqual(expect.arrayContaining(['with-block', 'with-source']))
    expect(await names({ search: 'block' })).toEqual(['with-block'])
    expect(await names({ category: 'analytics' })).toContain('with-block')
    expect(await names({ category: 'analytics' })).not.toContain('with-source')
    expect(await names({ blocks: true })).not.toContain('with-source')
    expect(await names({ blocks: false })).toContain('with-source')
    expect(await names({ contentSources: true })).not.toContain('with-block')
    expect(await names({ blockDomain: 'unfurl.example' })).toEqual(['with-block'])
    expect(await names({ owner: organization })).toEqual(expect.arrayContaining(['with-block']))
    expect(await names({ owner: 'nobody' })).toEqual([])
    expect(await names({ scope: 'openapi:read' })).toContain('with-source')
    expect(await names({ target: 'site' })).toContain('with-source')
  })

  test('installations are listed, and found by an id that somebody else gave them', async () => {
    const service = await startService()
    const { platform, organization, call } = service
    await publish(service, 'first', { visibility: 'public' })
    const made = await call('POST', '/v1/integrations/first/installations', { body: { organization } })
    const { id } = z.looseObject({ id: z.string() }).parse(made.json)
    const path = `/v1/integrations/first/installations/${id}`
    await call('PATCH', path, { body: { externalIds: ['theirs'] } })
    const installations = platform.integrations.listInstallations
    expect(await all(installations('first'))).toMatchObject([{ id, target: { organization } }])
    expect(await all(installations('first', { externalId: 'theirs' }))).toHaveLength(1)
    expect(await all(installations('first', { externalId: 'other' }))).toEqual([])
  })

  test('every operation was called and answered as documented', () => expectCoverage(watch, '4.18'))
})
