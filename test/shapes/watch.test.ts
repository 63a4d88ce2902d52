import { expect, test } from 'vitest'
import { start } from '../emulator/start.ts'
import type { Exchange } from '../helpers/shapes/judge-exchange.ts'
import { watchExchanges } from '../helpers/shapes/watch-exchanges.ts'

test('an exchange is seen whole: what was asked, what was sent, what was answered', async () => {
  const running = await start(null, { profile: 'full' })
  const seen: Exchange[] = []
  watchExchanges(running.emulator.url, one => seen.push(one))
  const { organization } = running.emulator
  await running.get(`/orgs/${organization}/teams?limit=5`)
  await running.call('PUT', `/v1/orgs/${organization}/teams`, { body: { title: 'Writers' } })
  expect(seen.map(({ method, target, status }) => `${method} ${target} ${status}`)).toEqual([
    `GET /orgs/${organization}/teams?limit=5 200`,
    `PUT /orgs/${organization}/teams 201`,
  ])
  expect(seen.map(one => one.isOurs)).toEqual([false, false])
  expect(seen[0]?.answer).toMatchObject({ items: [{ object: 'team' }] })
  expect(seen[1]).toMatchObject({ body: { title: 'Writers' }, answer: { title: 'Writers' } })
})
