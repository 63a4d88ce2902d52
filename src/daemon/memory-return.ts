/**
 * When V8 gives memory back to the system: not while a run is at work. It does so in one stretch once a process has had
 * little to do for some seconds, and one whose run waits for another process has little to do: after a restore of 100,000
 * pages that stretch was seen to take 0.1 to 0.5 s, in which a daemon answers nobody. What is garbage is collected as ever.
 */
import { setFlagsFromString } from 'node:v8'

type Flag = '--memory-reducer-favors-memory' | '--no-memory-reducer-favors-memory'

export class MemoryReturn {
  readonly #set: (flag: Flag) => void
  #isHeld = false

  constructor(set: (flag: Flag) => void = setFlagsFromString) {
    this.#set = set
  }

  hold(): void {
    if (this.#isHeld) return
    this.#isHeld = true
    this.#set('--no-memory-reducer-favors-memory')
  }

  allow(): void {
    if (!this.#isHeld) return
    this.#isHeld = false
    this.#set('--memory-reducer-favors-memory')
  }
}
