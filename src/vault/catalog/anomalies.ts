/**
 * Anomalies as the ledger remembers them: each is an act that opened it, and perhaps one that acknowledged it. They stand
 * nowhere else, so that nothing can say less than the ledger does.
 */
import { z } from 'zod'
import { type Anomaly, foundAnomalySchema } from '../../model/anomaly.ts'
import { namedActs } from './acts.ts'
import type { Connection } from './connection.ts'

const actSchema = z.discriminatedUnion('act', [
  foundAnomalySchema.extend({ act: z.literal('anomaly'), at: z.string() }),
  z.object({
    act: z.literal('ack'),
    anomaly: z.string(),
    at: z.string(),
    by: z.string(),
    reason: z.string(),
  }),
])

/** Oldest first. */
export function readAnomalies(db: Connection): Anomaly[] {
  const found = new Map<string, Anomaly>()
  for (const said of namedActs(db, ['anomaly', 'ack'], actSchema)) {
    const { act, ...fields } = said
    const { anomaly } = fields
    const known = found.get(anomaly)
    if ('rule' in fields) found.set(anomaly, known ?? { ...fields, ack: null })
    else if (known && known.ack === null) known.ack = { by: fields.by, at: fields.at, reason: fields.reason }
  }
  return [...found.values()]
}
