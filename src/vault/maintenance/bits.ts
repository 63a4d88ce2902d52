/** A set of numbers from 0 up to a highest one, a bit for each. */
export class Bits {
  readonly #bytes: Uint8Array
  readonly #highest: number
  #count = 0

  constructor(highest: number) {
    this.#highest = highest
    this.#bytes = new Uint8Array((highest >> 3) + 1)
  }

  get count(): number {
    return this.#count
  }

  has(number: number): boolean {
    return ((this.#bytes[number >> 3] ?? 0) & (1 << (number & 7))) !== 0
  }

  /** False, and nothing is added, where it is beyond the highest. */
  add(number: number): boolean {
    if (number > this.#highest) return false
    if (this.has(number)) return true
    this.#bytes[number >> 3] = (this.#bytes[number >> 3] ?? 0) | (1 << (number & 7))
    this.#count++
    return true
  }
}
