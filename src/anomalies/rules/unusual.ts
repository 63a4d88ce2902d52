import { page } from '../../resources/page.ts'
import { robustScore } from '../history.ts'
import { COUNTED, type Counts, countIn, type PastNight, type SeriesCounts } from '../observation.ts'
import { type AnomalyFinding, type AnomalyRule, type Observed, percent, shareOf } from './rule.ts'

const WORDS = { added: 'added', modified: 'modified', removed: 'removed', moved: 'moved or renamed' } as const

export const unusual: AnomalyRule = {
  id: 'unusual',
  doc: "Much more of a kind was added, modified, removed or moved than on other nights, by the space's own history: more than `anomalies.score` deviations above the median of its last `anomalies.history` complete nights, and `anomalies.least` items and `anomalies.share` of them at least.",
  find: observed =>
    observed.observation.series.flatMap(of => COUNTED.flatMap(what => unusualIn(observed, of, what) ?? [])),
}

function unusualIn(observed: Observed, of: SeriesCounts, what: keyof Counts): AnomalyFinding | null {
  const { limits } = observed
  const count = of[what]
  // More files or comments than usual harm nobody.
  if (what === 'added' && of.kind !== page.kind && !of.kind.endsWith('-access')) return null
  const size = what === 'added' ? of.size + of.added - of.removed : of.size
  if (count < limits.least || shareOf(count, size) < limits.leastPercent) return null
  const before = historyOf(observed, of).map(night => countIn(night, of, what))
  if (before.length < limits.warmUp || robustScore(count, before) <= limits.score) return null
  const where = of.place.kind === 'space' ? ` of "${observed.title(of.place.id)}"` : ''
  const text = `${count} × ${of.kind}${where} ${WORDS[what]} (${percent(count, size)}): far more than on other nights`
  return { subject: `${of.place.kind} ${of.place.id}`, text }
}

/** Complete nights in which nothing was found, since the space is there. */
function historyOf({ vault, past, anomalies, limits }: Observed, { place }: SeriesCounts): PastNight[] {
  const since = place.key === null ? 0 : (vault.versions(place.key)[0]?.since ?? 0)
  const found = anomalies.map(({ snapshot }) => snapshot)
  return past
    .filter(({ from, isComplete }) => isComplete && from >= since)
    .filter(({ from, to }) => !found.some(snapshot => snapshot > from && snapshot <= to))
    .slice(-limits.history)
}
