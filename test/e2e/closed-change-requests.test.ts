import { expect, test } from 'vitest'
import { makeCompany } from '../helpers/company.ts'
import { bodyOf, forward, head, listen } from '../helpers/forwarding.ts'

test('closed change requests that were answered are kept, whatever the counters of their space say', async () => {
  const company = await makeCompany({ profile: 'full', changeRequests: 24 })
  const state = company.emulator.state()
  const spaces = Array.isArray(state.spaces) ? state.spaces : []
  const [, second] = spaces
  const url = await listen(async (request, response) => {
    const answer = await forward(request, await bodyOf(request), new URL(company.emulator.url).origin)
    const text = (await answer.text()).replaceAll(new URL(company.emulator.url).origin, url)
    response.writeHead(...head(answer)).end(withoutCounters(text, String(second?.id)))
  })
  const env = { DOCVAULT_PLATFORM_URL: `${url}/v1` }
  const { snapshot } = await company.backUp({}, { env })
  const closed = [...company.vault().resources(snapshot, { kind: 'change-request' })].filter(one => {
    const { status, space } = Object(company.vault().readJson(one))
    return space === second?.id && (status === 'merged' || status === 'archived')
  })
  expect(closed.length).toBeGreaterThan(0)
})

/** The list of spaces says of one that it has no closed change requests. */
function withoutCounters(text: string, space: string): string {
  if (!text.startsWith('{"') || !text.includes('"items"')) return text
  const answer = JSON.parse(text)
  for (const item of answer.items)
    if (item.object === 'space' && item.id === space)
      item.changeRequests = item.changeRequestsOpen + item.changeRequestsDraft
  return JSON.stringify(answer)
}
