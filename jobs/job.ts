/** The form of a job: plain data and one function. It knows neither the queue nor the clock that starts it. */
import type { Config } from '../config/settings.ts'

export interface Job<Data, Result, Event> {
  name: string
  doc: string
  run(context: JobContext<Event>, data: Data): Promise<Result>
}

export interface JobContext<Event> {
  config: Config
  signal: AbortSignal | undefined
  report: (event: Event) => void
}
