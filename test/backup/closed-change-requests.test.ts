import { expect, test } from 'vitest'
import { makeCompany } from '../helpers/company.ts'
import { bodyOf, forward, head, listen } from '../helpers/forwarding.ts'

const counters = [
  ['no closed ones', (open: number) => open],
  ['none at all', () => 0],
] as const
const cases = [0, 1].flatMap(at => counters.map(([claim, count]) => ({ at, claim, count })))

test.each(cases)(
  'closed change requests that were answered are kept, whatever the counters of space $at say: $claim',
  async ({ at, count }) => {
    const company = await makeCompany({ profile: 'full', changeRequests: 24 })
    const state = company.emulator.state()
    const spaces = Array.isArray(state.spaces) ? state.spaces : []
    const id = String(spaces[at]?.id)
    const url = await listen(async (request, response) => {
      const answer = await forward(request, await bodyOf(request), new URL(company.emulator.url).origin)
      const text = (await answer.text()).replaceAll(new URL(company.emulator.url).origin, url)
      response.writeHead(...head(answer)).end(withoutCounters(text, id, count))
    })
    const env = { DOCVAULT_PLATFORM_URL: `${url}/v1` }
    const { snapshot } = await company.backUp({}, { env })
    const closed = [...company.vault().resources(snapshot, { kind: 'change-request' })].filter(one => {
      const { status, space } = Object(company.vault().readJson(one))
      return space === id && (status === 'merged' || status === 'archived')
    })
    expect(closed.length).toBeGreaterThan(0)
  },
)

/** The list of spaces says something else of one. */
function withoutCounters(text: string, space: string, count: (open: number) => number): string {
  if (!text.startsWith('{"') || !text.includes('"items"')) return text
  const answer = JSON.parse(text)
  for (const item of answer.items)
    if (item.object === 'space' && item.id === space)
      item.changeRequests = count(item.changeRequestsOpen + item.changeRequestsDraft)
  return JSON.stringify(answer)
}
