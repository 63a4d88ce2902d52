/** A run that only starts one for each organization, and those that it starts, as somebody who asked for it sees them. */

export interface FoldedRun {
  run: string
  organization: string | null
}

/** The starter goes, where what it started is there; a single one that it started takes its name. */
export function foldRuns<Run extends FoldedRun>(runs: readonly Run[]): Run[] {
  const startedBy = (starter: Run) =>
    starter.organization === null
      ? runs.filter(run => run.organization !== null && run.run.startsWith(`${starter.run}.`))
      : []
  const names = new Map<string, string>()
  const gone = new Set<string>()
  for (const run of runs) {
    const [first, ...more] = startedBy(run)
    if (first === undefined) continue
    gone.add(run.run)
    if (more.length === 0) names.set(first.run, run.run)
  }
  return runs.filter(run => !gone.has(run.run)).map(run => ({ ...run, run: names.get(run.run) ?? run.run }))
}
