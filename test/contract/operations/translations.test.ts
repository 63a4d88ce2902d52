import { describe, expect, test } from 'vitest'
import { expectCoverage } from './coverage.ts'
import { expectRefusal } from './refusal.ts'
import { all, startService } from './service.ts'
import { ofShape } from './shapes.ts'
import { watchClient } from './watch.ts'

const watch = watchClient()

describe('4.17 translation settings', () => {
  test('settings are made, renamed, listed and deleted', async () => {
    const { platform, organization } = await startService({ profile: 'document' })
    const made = await platform.translations.create(organization, { title: 'One' })
    expect(ofShape('translation', made).title).toBe('One')
    const renamed = await platform.translations.update(organization, made.id, { title: 'Two' })
    expect(ofShape('translation', renamed).title).toBe('Two')
    expect(ofShape('translation', await platform.translations.find(organization, made.id))).toMatchObject({
      title: 'Two',
    })
    const listed = (await all(platform.translations.list(organization))).map(one => one.id)
    expect(listed).toContain(made.id)
    await platform.translations.delete(organization, made.id)
    expect(await platform.translations.find(organization, made.id)).toBeNull()
    await platform.translations.delete(organization, made.id)
  })

  test('a title has 1 to 100 characters', async () => {
    const service = await startService({ profile: 'document' })
    const { organization, platform, send } = service
    const { id } = await platform.translations.create(organization, { title: 'One' })
    const path = `/v1/orgs/${organization}/translations`
    const messages = (body: object) => [
      { method: 'POST', path, body },
      { method: 'PUT', path: `${path}/${id}`, body },
    ]
    for (const length of [1, 99, 100])
      for (const message of messages({ title: 'a'.repeat(length) }))
        expect((await send(message)).status).toBeLessThan(300)
    for (const body of [{}, { title: '' }, { title: 'a'.repeat(101) }])
      for (const message of messages(body))
        expect(await expectRefusal(service, message, 400)).toContain('title')
  })

  test('where they are of spaces, they are made, instructed, listed and deleted', async () => {
    const { platform, organization, space } = await startService({ profile: 'full' })
    const source = { space, language: 'en' }
    const made = await platform.translations.create(organization, { source, language: 'de' })
    expect(made).toMatchObject({ object: 'translation', source, language: 'de', status: 'completed' })
    const instructions = { object: 'document', data: {}, nodes: [] }
    const instructed = await platform.translations.update(organization, made.id, { instructions })
    expect(instructed).toMatchObject({ id: made.id, language: 'de', instructions })
    expect((await all(platform.translations.list(organization))).map(one => one.id)).toContain(made.id)
    await platform.translations.delete(organization, made.id)
    expect(await platform.translations.find(organization, made.id)).toBeNull()
  })

  test('every operation was called and answered as documented', () => expectCoverage(watch, '4.17'))
})
