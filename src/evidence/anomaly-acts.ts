/** How the ledger says that something unusual was found, and that somebody has looked at it. The only file that knows the fields. */
import { textOf } from '../model/fields.ts'
import type { LedgerAct } from './ledger-acts.ts'

export const ANOMALY_ACTS: readonly string[] = ['anomaly', 'ack']

export interface AnomalyFact {
  anomaly: string
  organization: string | null
  snapshot: number | null
  rule: string | null
  reason: string | null
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
  const { organization, snapshot, rule, reason } = fields
  return {
    ...{ anomaly, organization: textOf(organization), rule: textOf(rule), reason: textOf(reason) },
    ...{ snapshot: typeof snapshot === 'number' ? snapshot : null, found: at, acknowledged: null },
  }
}

function idOf({ number, fields: { anomaly, id } }: LedgerAct): string {
  const named = anomaly ?? id
  return typeof named === 'string' || typeof named === 'number' ? String(named) : `of entry ${number}`
}
