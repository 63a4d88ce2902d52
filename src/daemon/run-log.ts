/** Writes down what runs tell, each line under its run's id. */
import type { RunEvent } from '../queue/run-events.ts'
import type { Logger, Logs } from './logs.ts'

const FAILED: readonly string[] = ['failed', 'damage', 'differences']

export class RunLog {
  readonly #logs: Logs
  readonly #platform: string
  readonly #titleOf: (organization: string) => string | null
  /** From the beginning of a run to its end; what comes late is not kept. */
  readonly #open = new Map<string, Logger>()

  constructor(logs: Logs, platform: string, titleOf: (organization: string) => string | null) {
    this.#logs = logs
    this.#platform = platform
    this.#titleOf = titleOf
  }

  heed(event: RunEvent): void {
    switch (event.type) {
      case 'begin': {
        const { job, organization } = event
        this.#open.set(event.run, this.#of(event.run))
        this.#of(event.run).info({ job, organization, ...this.#title(organization) }, 'the run begins')
        return
      }
      case 'progress':
        this.#progress(event.run, event.event)
        return
      case 'part-failed':
        this.#of(event.run).warn(
          { part: event.part, reason: event.message, again: event.again },
          'a part failed',
        )
        return
      case 'again': {
        const { job, attempt, delayMs, message } = event
        this.#of(event.run).warn(
          { job, attempt, delayMs, reason: message },
          'failed for now, and is repeated',
        )
        return
      }
      case 'end': {
        const { run, outcome, message, ...rest } = event.record
        const level = FAILED.includes(outcome) ? 'error' : 'info'
        const hint = event.hint === undefined ? {} : { hint: event.hint }
        const { organization } = rest
        this.#of(run)[level]({ ...rest, ...this.#title(organization), outcome, ...hint }, message)
        this.#open.delete(run)
        return
      }
      case 'queue-error':
        this.#logs.log.warn({ platform: this.#platform, reason: event.message }, 'the queue has a problem')
    }
  }

  /** What happens to single pages is for the progress bar, not for a log. */
  #progress(run: string, event: object): void {
    if (!('type' in event)) return
    const { type, ...fields } = event
    if (type === 'gap') this.#of(run).warn(fields, 'a gap')
    else if (type === 'warning' || type === 'left-out') this.#of(run).warn(fields, 'a warning')
    else if (type === 'bug') this.#of(run).error(fields, 'a bug: please report it')
    else if (type === 'begin') this.#of(run).info(fields, 'a snapshot is begun')
  }

  #title(organization: string | null): { title?: string } {
    const title = organization === null ? null : this.#titleOf(organization)
    return title === null ? {} : { title }
  }

  #of(run: string): Logger {
    return this.#open.get(run) ?? this.#logs.ofRun(run, { platform: this.#platform })
  }
}
