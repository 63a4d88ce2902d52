import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { GOOD_FOR_MS, MOST_ATTEMPTS, makeAttempts } from '../../../src/server/people/attempts.ts'
import { openServerDatabase } from '../../../src/server/people/database.ts'
import { openOperatorLedger, readOperatorEntries } from '../../../src/server/people/operators.ts'
import { IDLE_MS, LONGEST_MS, MOST_OF_A_PERSON } from '../../../src/server/people/sessions.ts'
import { openTestPeople } from '../../helpers/people.ts'

const ada = { subject: 'ada', name: 'Ada', groups: ['docs'] }

function withTime() {
  const time = { now: Date.parse('2026-11-25T09:00:00Z') }
  return { time, people: openTestPeople({ now: () => time.now }) }
}

test('a session ends when it was not used for eight hours', () => {
  const { time, people } = withTime()
  const secret = people.sessions.begin(ada)
  time.now += IDLE_MS - 1
  expect(people.sessions.find(secret)).toMatchObject(ada)
  time.now += IDLE_MS - 1
  expect(people.sessions.find(secret)).toMatchObject(ada)
  time.now += IDLE_MS
  expect(people.sessions.find(secret)).toBeNull()
})

test('a session ends after seven days, however much it is used', () => {
  const { time, people } = withTime()
  const secret = people.sessions.begin(ada)
  const end = time.now + LONGEST_MS
  while (time.now + IDLE_MS / 2 < end) {
    time.now += IDLE_MS / 2
    expect(people.sessions.find(secret)).not.toBeNull()
  }
  time.now = end
  expect(people.sessions.find(secret)).toBeNull()
})

test('a session ends when somebody signs out, and the secret is nowhere in the file', () => {
  const { people } = withTime()
  const [secret, other] = [people.sessions.begin(ada), people.sessions.begin(ada)]
  for (const suffix of ['', '-wal'])
    expect(readFileSync(join(people.folder, `server.db${suffix}`)).includes(secret)).toBe(false)
  people.sessions.end(secret)
  expect([people.sessions.find(secret), people.sessions.find(other)?.name]).toEqual([null, 'Ada'])
  expect(people.sessions.find(other)?.formToken).not.toBe(other)
})

test('of the sessions of a person the least used end when there are too many', () => {
  const { time, people } = withTime()
  const secrets = Array.from({ length: MOST_OF_A_PERSON + 2 }, () => {
    time.now += 1
    return people.sessions.begin(ada)
  })
  const bob = people.sessions.begin({ ...ada, subject: 'bob' })
  const alive = [...secrets, bob].map(secret => people.sessions.find(secret) !== null)
  expect(alive.slice(0, 3)).toEqual([false, false, true])
  expect(alive.filter(Boolean)).toHaveLength(MOST_OF_A_PERSON + 1)
})

test('a sign-in is good once, for ten minutes, in its browser; of too many the oldest ends', () => {
  const time = { now: 0 }
  const attempts = makeAttempts(() => time.now)
  const begin = (state: string) =>
    attempts.begin({ state, nonce: 'n', verifier: 'v', to: '/', browser: 'mine' })
  begin('once')
  expect(attempts.take('once', 'mine')).toMatchObject({ nonce: 'n' })
  expect(attempts.take('once', 'mine')).toBeNull()
  begin('elsewhere')
  expect(attempts.take('elsewhere', 'another')).toBeNull()
  begin('old')
  time.now += GOOD_FOR_MS
  expect(attempts.take('old', 'mine')).toBeNull()
  for (let index = 0; index <= MOST_ATTEMPTS; index++) begin(`state ${index}`)
  expect(attempts.take('state 0', 'mine')).toBeNull()
  expect(attempts.take(`state ${MOST_ATTEMPTS}`, 'mine')).not.toBeNull()
})

test('entries of operators are on disk when the ledger is closed, in their order, and go when they are old', () => {
  const { time, people } = withTime()
  const begin = time.now
  people.operators.enterSoon({ who: 'Ada', subject: 'ada', act: 'look', organization: 'o1', item: 'page p1' })
  expect([...readOperatorEntries(people.folder, { from: undefined, to: undefined })]).toEqual([])
  people.operators.enter({ who: 'token', subject: null, act: 'trigger', item: 'run 1' })
  expect([...readOperatorEntries(people.folder, { from: undefined, to: undefined })]).toEqual([
    {
      at: begin,
      who: 'Ada',
      subject: 'ada',
      act: 'look',
      organization: 'o1',
      item: 'page p1',
      snapshot: null,
    },
    {
      at: begin,
      who: 'token',
      subject: null,
      act: 'trigger',
      organization: null,
      item: 'run 1',
      snapshot: null,
    },
  ])
  time.now += 401 * 24 * 3_600_000
  people.operators.enterSoon({ who: 'Bob', subject: 'bob', act: 'export' })
  people.operators.close()
  const left = [...readOperatorEntries(people.folder, { from: undefined, to: undefined })]
  expect(left.map(({ who }) => who)).toEqual(['Bob'])
  expect([...readOperatorEntries(people.folder, { from: begin, to: begin + 1 })]).toEqual([])
})

test('what the ledger cannot write is told once, kept, and written when it can be', () => {
  const failures: unknown[] = []
  const { people } = withTime()
  const broken = makeBrokenLedger(people.folder, error => failures.push(error))
  broken.ledger.enter({ who: 'Ada', subject: 'ada', act: 'export' })
  broken.ledger.enter({ who: 'Ada', subject: 'ada', act: 'export' })
  expect([failures.length, broken.ledger.failure()]).toEqual([
    1,
    expect.objectContaining({ waiting: 2, lost: 0 }),
  ])
  broken.mend()
  broken.ledger.enter({ who: 'Ada', subject: 'ada', act: 'export' })
  expect(broken.ledger.failure()).toBeNull()
  expect([...readOperatorEntries(people.folder, { from: undefined, to: undefined })]).toHaveLength(3)
})

function makeBrokenLedger(folder: string, failed: (error: unknown) => void) {
  const db = openServerDatabase(folder)
  onTestFinished(() => void db.close())
  db.pragma('query_only = ON')
  const ledger = openOperatorLedger(db, { now: () => 1, keepMs: () => 1, failed })
  return { ledger, mend: () => void db.pragma('query_only = OFF') }
}
