/**
 * Rows that wait until the contents they refer to are stored, so that blocks fill up however small the scopes are. They
 * are written in the order in which they were asked for, each in a transaction of its own.
 */

import { giveWay } from '../model/give-way.ts'
import type { CatalogWriter } from './catalog/catalog-writer.ts'

/** Rows that may wait. */
const MOST_ROWS = 4000

export class WaitingWrites {
  readonly #writer: Pick<CatalogWriter, 'transact' | 'log'>
  readonly #waiting: { order: number; write: () => void }[] = []
  #rows = 0
  #order = 0

  constructor(writer: Pick<CatalogWriter, 'transact' | 'log'>) {
    this.#writer = writer
  }

  /** Names the newest. */
  get last(): number {
    return this.#order
  }

  get isFull(): boolean {
    return this.#rows >= MOST_ROWS
  }

  add(write: () => void, rows: number): void {
    this.#waiting.push({ order: ++this.#order, write })
    this.#rows += rows
  }

  writeUpTo(last: number): void {
    while (this.#writeFirst(last)) {}
  }

  /** As `writeUpTo`, but others get their turn between two transactions. */
  async writeInTurns(last: number): Promise<void> {
    do {
      await this.#writer.log.room()
      await giveWay()
    } while (this.#writeFirst(last))
  }

  /** False when there is nothing more. */
  #writeFirst(last: number): boolean {
    const first = this.#waiting[0]
    if (first === undefined || first.order > last) return false
    this.#writer.transact(first.write)
    this.#waiting.shift()
    if (this.#waiting.length === 0) this.#rows = 0
    return true
  }
}
