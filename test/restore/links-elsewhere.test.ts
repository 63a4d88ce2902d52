import { expect, test } from 'vitest'
import { makeCompany } from '../helpers/company.ts'
import { bodyOf, forward, head, listen } from '../helpers/forwarding.ts'
import { itemsOf, jsonOf, restoreInto } from '../helpers/restoring.ts'

const LINK = {
  object: 'site-external-link',
  id: 'statusLink',
  title: 'Status',
  url: 'https://status.acme.example/',
  draft: false,
}

test('a link to elsewhere in the navigation of a site is kept whole, and its loss is announced', async () => {
  const company = await makeCompany({ profile: 'current', sites: 1 })
  const { origin } = new URL(company.emulator.url)
  const url = await listen(async (request, response) => {
    const answer = await forward(request, await bodyOf(request), origin)
    const text = (await answer.text()).replaceAll(origin, url)
    response.writeHead(...head(answer)).end(withLink(text))
  })
  await company.backUp({}, { env: { DOCVAULT_PLATFORM_URL: `${url}/v1` } })
  const vault = company.vault()
  const [structure] = itemsOf(vault, '1', 'site-structure')
  if (structure === undefined) throw new Error('there is no structure')
  expect(jsonOf(vault, structure).structure).toContainEqual({ object: LINK.object, id: LINK.id, item: LINK })
  const target = await restoreInto(company, { profile: 'current' })
  const { plan } = await target.plan('1')
  expect(plan?.losses.map(one => `${one.kind}: ${one.property}: ${one.why}`)).toContainEqual(
    expect.stringMatching(/links to elsewhere in it are set by hand/),
  )
  const { result } = await target.apply('1')
  expect(result?.verification.differences).toEqual([])
})

/** Wherever a site is built of sections, one more item. */
function withLink(text: string): string {
  if (!text.includes('"structure":[')) return text
  const answer = JSON.parse(text)
  for (const one of [answer, answer.structure])
    if (one.type === 'sections' && Array.isArray(one.structure)) one.structure.push(LINK)
  return JSON.stringify(answer)
}
