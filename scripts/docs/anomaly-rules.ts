/** What the watch for anomalies looks for. */
import { ANOMALY_RULES } from '../../src/anomalies/rules/index.ts'
import { code, table } from './markdown.ts'

export function anomalyRuleTable(): string {
  return table(
    ['rule', 'finds'],
    ANOMALY_RULES.map(({ id, doc }) => [code(id), doc]),
  )
}
