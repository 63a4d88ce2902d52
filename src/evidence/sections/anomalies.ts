/** What was unusual, and who looked at it. */

import { plural } from '../../model/plural.ts'
import { type AnomalyFact, anomaliesOf } from '../anomaly-acts.ts'
import { isIn } from '../period.ts'
import { type SectionFacts, section } from '../section.ts'
import { isWanted, unknownBefore } from '../sources.ts'
import { orUnknown, timeWords } from '../words.ts'

interface AnomaliesFacts extends SectionFacts {
  recorded_from: string | null
  /** Found in the period, or acknowledged in it. */
  anomalies: AnomalyFact[]
  /** Of these, without an acknowledgement by the end of the period; null: not known. */
  open: number | null
}

export const anomalies = section<AnomaliesFacts>({
  id: 'anomalies',
  title: 'Anomalies and their acknowledgement',
  note: "Acts in the vault's ledger: what a watch found unusual in a snapshot, and who said why it may stay. That none is entered does not say that anybody watched.",
  collect(sources) {
    const { acts } = sources.acts
    const first = acts.find(({ act }) => act === 'anomaly')?.at ?? null
    const { anomalies, stray } = anomaliesOf(acts)
    const own = anomalies.filter(
      ({ organization, found, acknowledged }) =>
        isWanted(sources, organization) &&
        (isIn(sources.period, found) ||
          (acknowledged !== null && isIn(sources.period, acknowledged.at)) ||
          (acknowledged === null && Date.parse(found) < sources.period.from)),
    )
    const unknown = unknownBefore(sources, first, {
      what: 'whether anything unusual happened',
      why: 'no anomaly is entered by then, and that anybody watched is not recorded',
    })
    const lost = stray.filter(({ at }) => isIn(sources.period, at)).length
    if (lost > 0)
      unknown.push({
        ...{
          what: `${plural(lost, 'anomaly that was', 'anomalies that were')} acknowledged`,
          from: null,
          to: null,
        },
        why: 'the ledger has no entry of their finding',
      })
    return {
      recorded_from: first,
      anomalies: own,
      open: first === null ? null : own.filter(({ acknowledged }) => acknowledged === null).length,
      unknown,
    }
  },
  show: ({ recorded_from, anomalies, open }) => ({
    facts: [
      ['first anomaly that was ever entered', recorded_from === null ? 'none' : timeWords(recorded_from)],
      [
        'found or looked at in the period, or open before',
        recorded_from === null ? 'not known' : String(anomalies.length),
      ],
      ['open at the end', orUnknown(open)],
    ],
    tables: [
      {
        title: 'Anomalies',
        columns: ['anomaly', 'found', 'organization', 'snapshot', 'rule', 'what', 'acknowledged'],
        rows: anomalies.map(({ anomaly, found, organization, snapshot, rule, text, acknowledged }) => [
          ...[anomaly, timeWords(found), orUnknown(organization), orUnknown(snapshot), orUnknown(rule)],
          text ?? '',
          acknowledged === null
            ? 'not by the end of the period'
            : `${timeWords(acknowledged.at)} by ${acknowledged.by}: ${acknowledged.reason ?? 'no reason'}`,
        ]),
      },
    ],
  }),
})
