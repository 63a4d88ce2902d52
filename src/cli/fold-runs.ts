/** A run that only starts one for each organization, and those that it starts, as somebody who asked for it sees them. */

export interface FoldedRun {
  run: string
  organization: string | null
}

/** The starter goes, where what it started is there; a single one that it started takes its name. */
export function foldRuns<Run extends FoldedRun>(runs: readonly Run[]): Run[] {
  const startedBy = (starter: Run) =>
    starter.organization === null
      ? runs.filter(one => one.organization !== null && one.run.startsWith(`${starter.run}.`))
      : []
  const names = new Map<string, string>()
  const gone = new Set<string>()
  for (const one of runs) {
    const [first, ...more] = startedBy(one)
    if (first === undefined) continue
    gone.add(one.run)
    if (more.length === 0) names.set(first.run, one.run)
  }
  return runs.filter(one => !gone.has(one.run)).map(one => ({ ...one, run: names.get(one.run) ?? one.run }))
}
