/** A job that only reads the vault, as it is handed to another process. All of it but its signal and its report is plain data. */
import type { Config } from '../config/settings.ts'

export interface Reading<Event> {
  /** Name of one of the `readings`. */
  job: string
  config: Config
  data: unknown
  signal: AbortSignal | undefined
  /** By somebody: it goes before those that only the schedule wants. */
  isAwaited?: boolean
  report(event: Event): void
}

/** Resolves with what the job answers. Throws what it throws, and why it was ended where that is so. */
export type ReadApart = <Result, Event>(reading: Reading<Event>) => Promise<Result>
