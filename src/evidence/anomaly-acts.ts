/** How the ledger says that something unusual was found, and that somebody has looked at it. The only file that knows the fields. */
import { textOf } from '../model/fields.ts'
import type { LedgerAct } from './ledger-acts.ts'

export const ANOMALY_ACTS: readonly string[] = ['anomaly', 'ack']

export interface AnomalyFact {
  anomaly: string
  organization: string | null
  snapshot: number | null
  rule: string | null
  /** What was found, in a sentence. */
  text: string | null
  found: string
  /** Null: nobody has, by the end of the period. */
  acknowledged: { at: string; by: string; reason: string | null } | null
}

/** In the order in which they were found. An acknowledgement of what is not there is left to `stray`. */
export function anomaliesOf(acts: readonly LedgerAct[]): { anomalies: AnomalyFact[]; stray: LedgerAct[] } {
  const anomalies = new Map<string, AnomalyFact>()
  const stray: LedgerAct[] = []
  for (const act of acts) {
    const id = idOf(act)
    if (act.act === 'anomaly') anomalies.set(id, anomalyOf(act, id))
    if (act.act !== 'ack') continue
    const known = anomalies.get(id)
    if (known === undefined) stray.push(act)
    else known.acknowledged ??= { at: act.at, by: act.by, reason: textOf(act.fields.reason) }
  }
  return { anomalies: [...anomalies.values()], stray }
}

function anomalyOf({ at, fields }: LedgerAct, anomaly: string): AnomalyFact {
  const { organization, snapshot, rule, text } = fields
  return {
    ...{ anomaly, organization: textOf(organization), rule: textOf(rule), text: textOf(text) },
    ...{ snapshot: typeof snapshot === 'number' ? snapshot : null, found: at, acknowledged: null },
  }
}

function idOf({ number, fields: { anomaly } }: LedgerAct): string {
  return textOf(anomaly) ?? `of entry ${number}`
}
