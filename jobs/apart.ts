/**
 * Jobs that only read the vault, through connections of their own, and so can be done in another process: by the daemon,
 * whose event loop stays free for its server and its locks. What they are given, report and answer is plain data.
 */
import type { Job } from './job.ts'

/** Where what is held offers another process, there; else here. `staysHere`: what needs the platform that is held. */
export function apart<Data, Result, Event>(
  job: Job<Data, Result, Event>,
  staysHere: (data: Data) => boolean = () => false,
): Job<Data, Result, Event> {
  return {
    ...job,
    async run(context, data) {
      const { config, held, signal, report } = context
      if (held?.apart === undefined || staysHere(data)) return job.run(context, data)
      return held.apart<Result, Event>({ job: job.name, config, data, signal, report })
    },
  }
}
