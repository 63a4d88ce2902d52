/** Work under a name, of which no two go on at the same time: who comes second waits for the first, however that ends. */
export class Serial {
  readonly #last = new Map<string, Promise<unknown>>()

  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(name)
    const working = before === undefined ? work() : before.then(work, work)
    this.#last.set(name, working)
    try {
      return await working
    } finally {
      if (this.#last.get(name) === working) this.#last.delete(name)
    }
  }
}
