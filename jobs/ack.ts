/** A person has looked at anomalies: forget and prune may go on where no other one is open. One act each, in the ledger. */
import type { Anomaly } from '../src/model/anomaly.ts'
import { UsageError } from '../src/model/errors.ts'
import { type Actor, actsOf, assertShort } from './annotate.ts'
import { withHeld } from './held.ts'
import type { Job } from './job.ts'

export interface AckData extends Actor {
  anomalies: readonly string[]
  reason: string
}

export const ack: Job<AckData, Anomaly[], never> = {
  name: 'ack',
  doc: 'Ends anomalies that somebody has looked at.',
  run: (context, { by, anomalies, reason }) =>
    withHeld(context, 'docvault ack', async held => {
      if (reason.trim() === '')
        throw new UsageError('an anomaly is acknowledged with a reason: say it with --reason')
      assertShort(reason, 'the reason')
      const { writer } = await actsOf(context, held, by)
      return [...new Set(anomalies)].map(anomaly => writer.ack(anomaly, reason))
    }),
}
