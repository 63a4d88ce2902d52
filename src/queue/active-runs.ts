/** The runs that this process has begun and not ended, each with what aborts it and when it began. */
import type { Clock } from './clock.ts'

interface Active {
  control: AbortController
  /** By the daemon's clock. */
  started: number
}

export class ActiveRuns {
  readonly #clock: Clock
  readonly #active = new Map<string, Active>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Of a run that waited for its parts, the one it had. */
  controlOf(id: string): AbortController {
    const active = this.#active.get(id) ?? { control: new AbortController(), started: this.#clock.now() }
    this.#active.set(id, active)
    return active.control
  }

  started(id: string): number | undefined {
    return this.#active.get(id)?.started
  }

  /** False: it is not under way here. */
  abort(id: string, reason: Error): boolean {
    const active = this.#active.get(id)
    active?.control.abort(reason)
    return active !== undefined
  }

  abortAll(makeReason: () => Error): void {
    for (const { control } of this.#active.values()) control.abort(makeReason())
  }

  forget(id: string): void {
    this.#active.delete(id)
  }
}
