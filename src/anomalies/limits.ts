/** From where on a change is an anomaly: `anomalies.*`. Shares are in percent. */
export interface AnomalyLimits {
  /** Nights that a space must have before its history says anything. */
  warmUp: number
  /** So many nights of it count. */
  history: number
  /** Over so many nights losses are added up. */
  window: number
  /** How many deviations above the median a count has to be, and how many items and which share of the space it is at least. */
  score: number
  least: number
  leastPercent: number
  /** The same for the rules that ask no history. */
  fixedLeast: number
  /** Of the pages of a space: gone, rewritten, shrunk, dense. More than that. */
  removedPercent: number
  rewrittenPercent: number
  shrunkPercent: number
  densePercent: number
  /** Pages that get the same body, people whose access widens, pages by one person: more than that. */
  sameBody: number
  people: number
  byOne: number
  /** New administrators: so many, or more. */
  administrators: number
  /** Rules that are not asked. */
  off: readonly string[]
}
