/**
 * The hash of a row, as a function of SQL: 48 bits, which fit a number, and quick, because every row that is written
 * has one. It tells accidents, not attackers: those are the business of seals and signatures.
 */
import type Database from 'better-sqlite3'

export const SUM_MASK = 2 ** 48 - 1

export function defineRowSum(db: Database.Database): void {
  db.function('row_sum', { deterministic: true }, (text: unknown) => sumOf(String(text)))
}

/** Two halves of 32 bits, each multiplied with every character, and mixed into each other at the end. */
export function sumOf(text: string): number {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    high = Math.imul(high ^ code, 2_654_435_761)
    low = Math.imul(low ^ code, 1_597_334_677)
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909)
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909)
  return (high & 0xffff) * 2 ** 32 + (low >>> 0)
}

export function addSums(a: number, b: number): number {
  return (a + b) % (SUM_MASK + 1)
}
