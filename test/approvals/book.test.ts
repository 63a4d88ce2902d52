/** What an approval is worth: exactly what was asked for, once, when two people want it, within a day. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openApprovalBook } from '../../src/approvals/book.ts'
import { APPROVAL_LIFETIME_MS, type Guarded } from '../../src/model/approval.ts'
import { DocvaultError } from '../../src/model/errors.ts'
import { openLedger } from '../../src/vault/ledger.ts'
import { makeDatedVault, nights, reading } from '../retention/dated-vault.ts'

const run = promisify(execFile)
const ada = { by: 'Ada', subject: 'ada' }
const bob = { by: 'Bob', subject: 'bob' }
const cleo = { by: 'Cleo', subject: 'cleo' }
const account = { by: 'root', subject: null }
const restore: Guarded = {
  ...{ action: 'restore-production', plan: 'a'.repeat(64), organization: 'o1' },
  what: 'a restore of snapshot 3 into Acme (2 steps)',
}

async function makeBook() {
  const vaultPath = await makeDatedVault(nights(1, '2026-06-04'))
  const clock = { ms: Date.parse('2026-06-05T08:00:00Z') }
  const book = openApprovalBook({ vaultPath, keyFile: null, now: () => clock.ms })
  return { vaultPath, clock, book, known: () => reading(vaultPath, vault => vault.approvals()) }
}

function refusal(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    if (error instanceof DocvaultError) return `${error.code}: ${error.message}`
    throw error
  }
  return 'it was done'
}

describe('two people', () => {
  test('one who signed in and asks, another who agrees: then it may be done, once', async () => {
    const { book, known } = await makeBook()
    const { request } = book.request(restore, ada)
    expect(refusal(() => book.use(restore, ada))).toContain('approval-needed: nothing was done')
    book.approve(request, bob)
    expect(refusal(() => book.use(restore, ada))).toBe('it was done')
    expect(known()).toMatchObject([
      { request, by: 'Ada', approvals: [{ by: 'Bob', subject: 'bob' }], used: { by: 'Ada' } },
    ])
    expect(refusal(() => book.use(restore, ada))).toContain('approval-needed')
    expect(known()).toMatchObject([{ request }, { used: null, approvals: [] }])
  })

  test('an account may be anybody: whoever asked with one, two others agree', async () => {
    const { book } = await makeBook()
    const { request } = book.request(restore, account)
    book.approve(request, ada)
    expect(refusal(() => book.use(restore, account))).toContain('approval-needed')
    book.approve(request, bob)
    expect(refusal(() => book.use(restore, account))).toBe('it was done')
  })

  test('the same person is one, whatever they are called', async () => {
    const { book } = await makeBook()
    const { request } = book.request(restore, ada)
    expect(refusal(() => book.approve(request, { by: 'Another Ada', subject: 'ada' }))).toMatch(
      /^approval-refused: .*whoever asks for something cannot approve it/,
    )
    const { request: other } = book.request({ ...restore, plan: 'b'.repeat(64) }, account)
    book.approve(other, bob)
    expect(refusal(() => book.approve(other, { by: 'Robert', subject: 'bob' }))).toMatch(
      /^approval-refused: .*Robert has approved it already/,
    )
    expect(refusal(() => book.use({ ...restore, plan: 'b'.repeat(64) }, account))).toContain(
      'approval-needed',
    )
  })
})

describe('is refused, and nothing is entered but a new request:', () => {
  test.each([
    ['another plan', { plan: 'b'.repeat(64) }],
    ['another organization', { organization: 'o2' }],
    ['another action', { action: 'prune' }],
  ] as const)('%s than the one that was approved', async (_, other) => {
    const { book } = await makeBook()
    book.approve(book.request(restore, ada).request, bob)
    expect(refusal(() => book.use({ ...restore, ...other }, ada))).toContain('approval-needed')
  })

  test('an approval after a day, and the use of one a day later', async () => {
    const { book, clock, known } = await makeBook()
    const { request } = book.request(restore, ada)
    clock.ms += APPROVAL_LIFETIME_MS
    expect(refusal(() => book.approve(request, bob))).toMatch(/its 24 hours are over/)
    const { request: again } = book.request(restore, ada)
    expect(again).not.toBe(request)
    clock.ms += APPROVAL_LIFETIME_MS - 1
    book.approve(again, bob)
    clock.ms += APPROVAL_LIFETIME_MS
    expect(refusal(() => book.use(restore, ada))).toContain('approval-needed')
    expect(known().map(({ used }) => used)).toEqual([null, null, null])
  })

  test('what was denied, also with approvals of before', async () => {
    const { book } = await makeBook()
    const { request } = book.request(restore, account)
    book.approve(request, ada)
    book.deny(request, bob, 'not before the audit')
    expect(refusal(() => book.approve(request, cleo))).toMatch(/it was denied/)
    expect(refusal(() => book.use(restore, account))).toContain('approval-needed')
  })

  test('a second use, by several processes at the same time', async () => {
    const { book, vaultPath, clock } = await makeBook()
    book.approve(book.request(restore, ada).request, bob)
    const script = `
      import { openApprovalBook } from '${new URL('../../src/approvals/book.ts', import.meta.url).href}'
      const [vaultPath, now, guarded] = process.argv.slice(1)
      try {
        openApprovalBook({ vaultPath, keyFile: null, now: () => Number(now) }).use(JSON.parse(guarded), { by: 'other', subject: null })
        console.log('used')
      } catch (error) { console.log(error.code) }`
    const given = [vaultPath, String(clock.ms), JSON.stringify(restore)]
    const use = () => run(process.execPath, ['--input-type=module', '-e', script, ...given])
    const outcomes = await Promise.all([use(), use(), use()])
    expect(outcomes.map(({ stdout }) => stdout.trim()).toSorted()).toEqual([
      'approval-needed',
      'approval-needed',
      'used',
    ])
  })
})

test('the ledger has who asked, and who approved, by what the issuer calls them', async () => {
  const { book, vaultPath } = await makeBook()
  book.approve(book.request(restore, ada).request, bob)
  const ledger = openLedger(vaultPath, 'read')
  const acts = [...ledger.entries()].map(({ body }) => JSON.parse(body))
  ledger.close()
  expect(acts).toMatchObject([
    { act: 'approval-request', by: 'Ada', subject: 'ada', plan: restore.plan, what: restore.what },
    { act: 'approval', by: 'Bob', subject: 'bob' },
  ])
})

type Step =
  | { do: 'request' | 'approve' | 'deny' | 'use'; who: number; plan: number }
  | { do: 'wait'; hours: number }

const who = fc.integer({ min: 0, max: 3 })
const plan = fc.integer({ min: 0, max: 1 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constantFrom('request', 'approve', 'approve', 'use'), who, plan }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('deny'), who, plan }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait'), hours: fc.integer({ min: 1, max: 30 }) }) },
)
const PEOPLE = [ada, bob, cleo]

test('whatever is tried in whatever order, each thing that is done was wanted by two people within a day, and none twice', async () => {
  const { book, clock, vaultPath } = await makeBook()
  const actorOf = (number: number) => PEOPLE[number] ?? account
  let round = 0
  fc.assert(
    fc.property(fc.array(step, { minLength: 4, maxLength: 30 }), steps => {
      round++
      /** The account of the test: since when each person has wanted each plan, since it was used last. */
      const plans = [0, 1].map(() => ({ wanted: new Map<string, number>(), askedAt: null as number | null }))
      for (const at of steps) {
        if (at.do === 'wait') {
          clock.ms += at.hours * 3_600_000
          continue
        }
        clock.ms++
        const guarded = { ...restore, plan: `${round}-${at.plan}` }
        const state = plans[at.plan]
        if (!state) continue
        const actor = actorOf(at.who)
        const open = reading(vaultPath, vault => vault.approvals()).findLast(
          known => known.plan === guarded.plan,
        )
        if (at.do === 'request') {
          const { request } = book.request(guarded, actor)
          if (request !== open?.request) {
            state.wanted.clear()
            state.askedAt = clock.ms
            if (actor.subject !== null) state.wanted.set(actor.subject, clock.ms)
          }
        } else if (at.do === 'use') {
          const done = refusal(() => book.use(guarded, actor)) === 'it was done'
          const times = [...state.wanted.values()]
          const isFresh = times.length >= 2 && clock.ms < Math.max(...times) + APPROVAL_LIFETIME_MS
          expect([at, done]).toEqual([at, isFresh])
          const now = reading(vaultPath, vault => vault.approvals()).findLast(
            known => known.plan === guarded.plan,
          )
          if (done || now?.request !== open?.request) {
            state.wanted.clear()
            if (!done && actor.subject !== null) state.wanted.set(actor.subject, clock.ms)
            state.askedAt = done ? null : clock.ms
          }
        } else if (open && actor.subject !== null) {
          const person = { by: actor.by, subject: actor.subject }
          const inTime = state.askedAt !== null && clock.ms < state.askedAt + APPROVAL_LIFETIME_MS
          const work = () =>
            at.do === 'deny' ? book.deny(open.request, person, 'no') : book.approve(open.request, person)
          const done = refusal(work) === 'it was done'
          const isOpen = inTime && state.wanted.size < 2
          expect([at, done]).toEqual([at, isOpen && (at.do === 'deny' || !state.wanted.has(person.subject))])
          if (done && at.do === 'approve') state.wanted.set(person.subject, clock.ms)
          if (done && at.do === 'deny') {
            state.wanted.clear()
            state.askedAt = null
          }
        }
      }
    }),
    { numRuns: 25 },
  )
}, 120_000)
