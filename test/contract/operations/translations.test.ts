import { describe, expect, test } from 'vitest'
import { expectCoverage } from './coverage.ts'
import { all, startService } from './service.ts'
import { ofShape } from './shapes.ts'
import { watchClient } from './watch.ts'

const watch = watchClient()

describe('4.17 translation settings', () => {
  test('settings are made, renamed, listed and deleted', async () => {
    const { platform, organization } = await startService()
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

  test('every operation was called and answered as documented', () => expectCoverage(watch, '4.17'))
})
