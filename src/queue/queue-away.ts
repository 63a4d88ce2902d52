import { DocvaultError } from '../model/errors.ts'

/** Somebody wants a run now, and Redis does not answer. */
export class QueueAway extends DocvaultError {
  constructor() {
    super('redis-away', 'Redis does not answer, so nothing can be started', {
      hint: '`docvault status` says since when; what the schedule asks for is made good when Redis is back',
      retry: 'later',
    })
  }
}
