/** Which organizations a snapshot is being written of, for whoever may only work while there is none. */
import assert from 'node:assert/strict'

export class Occupancy {
  readonly #open = new Set<number>()
  #begun = 0
  #left = Promise.withResolvers<void>()

  /** How many were ever begun: another number says that one was, though it may have ended. */
  get begun(): number {
    return this.#begun
  }

  get isFree(): boolean {
    return this.#open.size === 0
  }

  enter(organization: number, id: string): void {
    assert(!this.#open.has(organization), `a snapshot of organization ${id} is open already`)
    this.#open.add(organization)
    this.#begun++
  }

  leave(organization: number): void {
    this.#open.delete(organization)
    if (this.#open.size > 0) return
    this.#left.resolve()
    this.#left = Promise.withResolvers()
  }

  /** Resolves at once where none is open. Rejects with the signal's reason. */
  async whenFree(signal: AbortSignal): Promise<void> {
    while (!this.isFree) {
      signal.throwIfAborted()
      const { promise, reject } = Promise.withResolvers<never>()
      const leave = () => reject(signal.reason)
      signal.addEventListener('abort', leave, { once: true })
      await Promise.race([this.#left.promise, promise]).finally(() =>
        signal.removeEventListener('abort', leave),
      )
    }
  }
}
