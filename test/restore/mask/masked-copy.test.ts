/** Nobody of the source is in a masked copy: a plain search for every name and address that the source's platform has. */
import { expect, test } from 'vitest'
import { copyMasked, foundIn } from './masked-copy.ts'

test('the text of comments is replaced where that is asked for', async () => {
  const { company, result, whole } = await copyMasked({ members: 12, comments: 20, changeRequests: 3 }, [
    'people',
    'comments',
  ])
  const vault = company.vault()
  const texts = [...vault.resources(1, { kind: 'comment' })].flatMap(comment => {
    const { body } = Object(vault.readJson(comment))
    return typeof body?.markdown === 'string' && body.markdown.length > 10 ? [body.markdown] : []
  })
  expect(texts.length).toBeGreaterThan(5)
  expect(texts.filter(text => whole.includes(JSON.stringify(text).slice(1, -1)))).toEqual([])
  expect(result?.state).toBe('complete')
}, 120_000)

test.each(['document', 'full', 'current'] as const)(
  'no name and no address of 60 people stands anywhere in a masked copy, profile %s',
  async profile => {
    const options = { profile, members: 60, teams: 4, comments: 20, changeRequests: 8, sites: 2 }
    const { company, people, result, whole } = await copyMasked(options, ['people'])
    expect(people.length).toBeGreaterThan(60)
    // The search finds them where they are.
    expect(foundIn(JSON.stringify(company.emulator.state()), people).length).toBe(2 * people.length)
    expect(foundIn(whole, people)).toEqual([])
    expect(result?.outcome.failures).toEqual([])
    expect(result?.verification.differences).toEqual([])
    expect(result?.state).toBe('complete')
  },
  120_000,
)
