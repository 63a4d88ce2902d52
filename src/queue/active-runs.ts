/** The runs that this process has begun and not ended, each with what aborts it, what it is, and when it began. */
import type { Clock } from './clock.ts'

export interface ActiveRun {
  run: string
  job: string
  /** Null while it waits, and for a run of no single one. */
  organization: string | null
  /** ISO 8601, UTC. */
  started: string
  /** `waiting`: for another run that holds what it needs. */
  state: 'waiting' | 'working'
  /** The last that it said of how far it is. */
  progress: object | null
}

interface Active {
  control: AbortController
  job: string
  organization: string | null
  /** By the daemon's clock. */
  started: number
  waiting: boolean
  progress: object | null
}

export class ActiveRuns {
  readonly #clock: Clock
  readonly #active = new Map<string, Active>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Of a run that waited for its parts, the one it had. */
  controlOf(id: string, job: string): AbortController {
    const known = this.#active.get(id)
    if (known) return known.control
    const control = new AbortController()
    this.#active.set(id, {
      control,
      job,
      organization: null,
      started: this.#clock.now(),
      waiting: false,
      progress: null,
    })
    return control
  }

  /** It waits for others as long as that takes. */
  async waitFor<T>(id: string, room: () => Promise<T>): Promise<T> {
    this.#change(id, { waiting: true })
    try {
      return await room()
    } finally {
      this.#change(id, { waiting: false })
    }
  }

  /** What it works on. */
  begin(id: string, organization: string | null): void {
    this.#change(id, { organization })
  }

  note(id: string, progress: object): void {
    this.#change(id, { progress })
  }

  #change(id: string, change: Partial<Active>): void {
    const active = this.#active.get(id)
    if (active) this.#active.set(id, { ...active, ...change })
  }

  list(): ActiveRun[] {
    return [...this.#active].map(([run, { job, organization, started, waiting, progress }]) => ({
      run,
      job,
      organization,
      started: new Date(started).toISOString(),
      state: waiting ? 'waiting' : 'working',
      progress,
    }))
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
