/**
 * Items, and whether their list was read to its end: who asks for several items ahead hears of the end and of what
 * went wrong there at the same time, and may take the first for the truth.
 */
export class WholeList<T> implements AsyncIterable<T> {
  readonly #items: AsyncIterable<T>
  #failure: { error: unknown } | null = null

  constructor(items: AsyncIterable<T>) {
    this.#items = items
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    try {
      yield* this.#items
    } catch (error) {
      this.#failure = { error }
    }
  }

  assertWhole(): void {
    if (this.#failure) throw this.#failure.error
  }
}
