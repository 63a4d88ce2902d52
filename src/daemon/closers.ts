/** What was opened, to be closed in reverse order, whatever of it fails. */
export class Closers {
  readonly #closers: (() => Promise<void> | void)[] = []

  add(close: () => Promise<void> | void): void {
    this.#closers.push(close)
  }

  /** Throws the first error, when everything is closed. */
  async closeAll(): Promise<void> {
    const errors: unknown[] = []
    for (const close of this.#closers.splice(0).reverse()) {
      try {
        await close()
      } catch (error) {
        errors.push(error)
      }
    }
    if (errors.length > 0) throw errors[0]
  }
}
