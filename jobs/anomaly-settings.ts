/** What the watch for anomalies takes from the configuration. */
import type { Config } from '../config/settings.ts'
import type { AnomalyLimits } from '../src/anomalies/limits.ts'

export function anomalyLimits(config: Config): AnomalyLimits {
  return {
    warmUp: config['anomalies.warmUp'],
    history: config['anomalies.history'],
    window: config['anomalies.window'],
    score: config['anomalies.score'],
    least: config['anomalies.least'],
    leastPercent: config['anomalies.share'],
    fixedLeast: config['anomalies.from'],
    removedPercent: config['anomalies.removal'],
    rewrittenPercent: config['anomalies.overwrite'],
    shrunkPercent: config['anomalies.shrunk'],
    densePercent: config['anomalies.entropy'],
    sameBody: config['anomalies.sameBody'],
    people: config['anomalies.people'],
    byOne: config['anomalies.byOne'],
    administrators: config['anomalies.administrators'],
    off: config['anomalies.off'],
  }
}
