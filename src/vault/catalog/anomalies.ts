/**
 * Anomalies as the ledger remembers them: each is an act that opened it, and perhaps one that acknowledged it. They stand
 * nowhere else, so that nothing can say less than the ledger does.
 */
import { z } from 'zod'
import { type Anomaly, foundAnomalySchema } from '../../model/anomaly.ts'
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

/** The fields of a body stand in the order of their names, and that of the act is the first. */
const ACTS = `
  SELECT body FROM ledger
  WHERE body GLOB '{"act":"anomaly",*' OR body GLOB '{"act":"ack",*'
  ORDER BY id`

/** Oldest first. */
export function readAnomalies(db: Connection): Anomaly[] {
  const found = new Map<string, Anomaly>()
  for (const body of db.prepare<[], string>(ACTS).pluck().all()) {
    const parsed = actSchema.safeParse(parseBody(body))
    if (!parsed.success) continue
    const { act, ...fields } = parsed.data
    const { anomaly } = fields
    const known = found.get(anomaly)
    if ('rule' in fields) found.set(anomaly, known ?? { ...fields, ack: null })
    else if (known && known.ack === null) known.ack = { by: fields.by, at: fields.at, reason: fields.reason }
  }
  return [...found.values()]
}

/** What no docvault wrote is told by a check of the ledger. */
function parseBody(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}
