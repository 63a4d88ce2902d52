import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { BackupEvent } from '../../src/backup/events.ts'
import { makeCompany } from '../helpers/company.ts'
import { startHostileProxy } from '../helpers/hostile-proxy.ts'

/** Raw JSON: what JSON.stringify would never write is among it. */
const HOSTILE = [
  '""',
  'null',
  '7',
  '-0',
  '1e308',
  '1e999',
  '-9007199254740993',
  'true',
  '"\\ud800"',
  '"\\u0000"',
  '"\\u202egnp.exe"',
  '".."',
  '"../../etc/passwd"',
  '"http://"',
  '"__proto__"',
  '{"__proto__":{"id":"x"},"constructor":null,"toString":1}',
  '{"id":"a","id":"b","id":7}',
  '[[],[[]],{}]',
  `${'['.repeat(5000)}${']'.repeat(5000)}`,
  `${'{"a":'.repeat(400)}1${'}'.repeat(400)}`,
  `"${'x'.repeat(100_000)}"`,
]

const RUNS = Number(process.env.HOSTILE_RUNS ?? 8)

/** One in so many answers, from a number that grows. */
const isChosen = (seed: number, count: number) => (seed + count * 7) % 11 === 0

test(
  'whatever the platform answers, a backup seals what it could read, and removes nothing',
  async () => {
    const company = await makeCompany({ comments: 6, changeRequests: 3, sites: 1 })
    const proxy = await startHostileProxy(company.emulator.url)
    const env = { DOCVAULT_PLATFORM_URL: proxy.url, DOCVAULT_PLATFORM_ALLOW_PRIVATE_ADDRESSES: 'true' }
    await company.backUp({}, { env })
    const bugs: string[] = []
    const report = (event: BackupEvent) => {
      if (event.type === 'bug') bugs.push(event.stack)
    }
    await fc.assert(
      fc.asyncProperty(
        fc.nat(1000),
        fc.nat(1_000_000),
        fc.constantFrom(...HOSTILE),
        async (seed, at, value) => {
          let count = 0
          let hadTree = false
          const asked = new Set<string>()
          proxy.spoil = (path, body) => {
            // What a list lacks is removed when it lacks it twice: who says the same wrong thing twice is believed.
            const isAgain = asked.has(path)
            asked.add(path)
            // Without the organization itself there is nothing to begin with.
            if (isAgain || /\/orgs(\/[^/]+)?(\?|$)/.test(path) || !isChosen(seed, count++)) return null
            hadTree ||= /\/(revisions\/|content)/.test(path)
            return spoiled(body, at, value)
          }
          const summary = await company.backUp({ exact: true }, { env, report })
          expect(['complete', 'partial']).toContain(summary.state)
          if (!hadTree) expect(summary.removed).toBe(0)
        },
      ),
      { numRuns: RUNS },
    )
    expect(bugs).toEqual([])
    proxy.spoil = () => null
    expect(await company.backUp({ exact: true }, { env })).toMatchObject({ state: 'complete', gaps: [] })
  },
  60_000 + RUNS * 10_000,
)

/** One value of the answer, chosen by a number, replaced by raw JSON. */
function spoiled(body: string, at: number, raw: string): string {
  const places = [...body.matchAll(/("[^"\\]*"):("(?:[^"\\]|\\.)*"|-?\d[\d.e+-]*|true|false|null|\[|\{)/g)]
  const place = places[at % Math.max(1, places.length)]
  if (!place) return raw
  const [whole, key, old] = place
  const start = place.index
  if (old === '[' || old === '{') return `${body.slice(0, start)}"extra":${raw},${body.slice(start)}`
  return `${body.slice(0, start)}${key}:${raw}${body.slice(start + whole.length)}`
}
