/** The chain of the ledger by itself: entries that are sound one by one, and do not belong together. */
import { expect, test } from 'vitest'
import { verifyLedger } from '../../src/audit/ledger/verify.ts'
import { hashEntry, type LedgerEntry } from '../../src/vault/ledger.ts'

test('an entry of another chain is named, although it is sound by itself', () => {
  const ours = chain(['{"a":1}', '{"a":2}', '{"a":3}'])
  expect(wrongIn(ours)).toEqual([])
  const theirs = chain(['{"a":9}', '{"a":2}', '{"a":3}'])
  const mixed = ours.map((entry, index) => (index === 1 ? (theirs[1] ?? entry) : entry))
  expect(wrongIn(mixed)).toEqual([
    'entry 2 does not follow the one before it',
    'entry 3 does not follow the one before it',
  ])
})

test('a first entry that says there was one before it is named', () => {
  const [, second] = chain(['{"a":1}', '{"a":2}'])
  expect(wrongIn(second ? [{ ...second, number: 1 }] : [])).toEqual([
    'entry 1 does not follow the one before it',
  ])
})

test('a chain without one of its entries is named at the next one', () => {
  const [first, , third] = chain(['{"a":1}', '{"a":2}', '{"a":3}'])
  expect(wrongIn(first && third ? [first, third] : [])).toEqual(['an entry before entry 3 is missing'])
})

function chain(bodies: readonly string[]): LedgerEntry[] {
  const entries: LedgerEntry[] = []
  for (const body of bodies) {
    const previous = entries.at(-1)?.hash ?? null
    const hash = hashEntry(previous, body).toString('hex')
    entries.push({ number: entries.length + 1, previous, hash, body, signature: null, key: null })
  }
  return entries
}

function wrongIn(entries: readonly LedgerEntry[]): string[] {
  return [...verifyLedger(entries, null)].filter(one => !one.ok).map(one => one.text)
}
