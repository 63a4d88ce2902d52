import { page } from '../../resources/page.ts'
import type { Vault } from '../../vault/vault.ts'
import { countIn, type SeriesCounts } from '../observation.ts'
import {
  type AnomalyFinding,
  type AnomalyRule,
  type Observed,
  percent,
  shareOf,
  spaceSubject,
} from './rule.ts'

const ID = 'mass-removal'

export const massRemoval: AnomalyRule = {
  id: ID,
  doc: 'More than `anomalies.removal` of the pages of a space are gone, in one night or added up over the last `anomalies.window`. By the ids of pages: one that moved is not gone.',
  find: observed =>
    observed.observation.series
      .filter(({ kind, place, removed }) => kind === page.kind && place.kind === 'space' && removed > 0)
      .flatMap(pages => inOneNight(observed, pages) ?? inWindow(observed, pages) ?? []),
}

function inOneNight(observed: Observed, { place, removed, size }: SeriesCounts): AnomalyFinding | null {
  if (!isMuch(observed, removed, size)) return null
  const text = `${removed} of ${size} pages of "${observed.title(place.id)}" are gone (${percent(removed, size)})`
  return { subject: spaceSubject(place.id), text }
}

/** A little every night: from the first snapshot of the window, or from the last time that this was found. */
function inWindow(observed: Observed, pages: SeriesCounts): AnomalyFinding | null {
  const { place, removed } = pages
  const { vault, observation, limits } = observed
  const { key } = place
  if (key === null) return null
  const nights = observed.past
    .filter(({ from }) => from >= lastFound(observed, place.id))
    .slice(1 - limits.window)
  const kept = new Set(
    vault.moments({ organization: observation.night.to.organization }).map(of => of.snapshot),
  )
  const start = nights.find(({ from }) => kept.has(from) && vault.at(from, key) !== null)?.from
  if (start === undefined) return null
  const lost = nights
    .filter(({ from }) => from >= start)
    .reduce((sum, night) => sum + countIn(night, pages, 'removed'), removed)
  const before = idsAt(vault, start, key)
  if (!isMuch(observed, lost, before.length)) return null
  const left = new Set(idsAt(vault, observation.night.to.snapshot, key))
  const gone = before.filter(id => !left.has(id)).length
  if (!isMuch(observed, gone, before.length)) return null
  const text = `${gone} of ${before.length} pages of "${observed.title(place.id)}" are gone since snapshot ${start} (${percent(gone, before.length)}), a few at a time`
  return { subject: spaceSubject(place.id), text, before: start }
}

function idsAt(vault: Vault, snapshot: number, parent: number): string[] {
  return vault.ids(snapshot, { kind: page.kind, parent })
}

function lastFound({ anomalies }: Observed, space: string): number {
  const found = anomalies.filter(
    ({ rule, subjects }) => rule === ID && subjects.includes(spaceSubject(space)),
  )
  return found.at(-1)?.snapshot ?? 0
}

function isMuch({ limits }: Observed, count: number, of: number): boolean {
  return count >= limits.fixedLeast && shareOf(count, of) > limits.removedPercent
}
