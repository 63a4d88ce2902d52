/**
 * What Stryker lacks to end in time: a sample of the mutants, drawn by a seed among all of a slice (also those that no
 * test reaches, so that the score of the sample is an estimate of the whole), and every verdict written down at once.
 */
import { createHash } from 'node:crypto'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type Checker, type CheckResult, CheckStatus } from '@stryker-mutator/api/check'
import type { Mutant, MutantResult, MutantTestPlan } from '@stryker-mutator/api/core'
import { PluginKind } from '@stryker-mutator/api/plugin'
import type { MutationTestingPlanReadyEvent, Reporter } from '@stryker-mutator/api/report'
import type { Verdict } from './score.ts'

const folder = process.env.MUTATION_FOLDER ?? '.'
const sampleFile = join(folder, 'sample.json')
const verdictFile = join(folder, 'verdicts.jsonl')

class SampleReporter implements Reporter {
  onMutationTestingPlanReady({ mutantPlans }: MutationTestingPlanReadyEvent): void {
    const drawable = mutantPlans.map(plan => plan.mutant).filter(mutant => mutant.status !== 'Ignored')
    const drawn = drawable.toSorted((a, b) => (rankOf(a) < rankOf(b) ? -1 : 1)).slice(0, sizeOfSample())
    const plan = {
      mutants: mutantPlans.length,
      onlyAtLoad: mutantPlans.length - drawable.length,
      worstMs: worstOf(mutantPlans, new Set(drawn.map(mutant => mutant.id))),
      ids: drawn.map(mutant => mutant.id),
    }
    writeFileSync(sampleFile, JSON.stringify(plan))
  }

  onMutantTested({ id, fileName, location, mutatorName, replacement, status }: MutantResult): void {
    if (!sampled().has(id)) return
    const file = relative(process.cwd(), fileName)
    const verdict: Verdict = { file, line: location.start.line, mutatorName, replacement, status }
    appendFileSync(verdictFile, `${JSON.stringify(verdict)}\n`)
  }
}

/** What is not drawn is refused here, which spares its run. */
class SampleChecker implements Checker {
  async init(): Promise<void> {}

  async check(mutants: Mutant[]): Promise<Record<string, CheckResult>> {
    const drawn = sampled()
    const verdictOf = (id: string): CheckResult =>
      drawn.has(id)
        ? { status: CheckStatus.Passed }
        : { status: CheckStatus.CompileError, reason: 'not in the sample' }
    return Object.fromEntries(mutants.map(mutant => [mutant.id, verdictOf(mutant.id)]))
  }
}

export const strykerPlugins = [
  { kind: PluginKind.Reporter, name: 'sample', injectableClass: SampleReporter },
  { kind: PluginKind.Checker, name: 'sample', injectableClass: SampleChecker },
]

function sizeOfSample(): number {
  return Number(process.env.MUTATION_SAMPLE)
}

function sampled(): Set<string> {
  return new Set(JSON.parse(readFileSync(sampleFile, 'utf8')).ids)
}

/** By what a mutant is, not by its number: the same ones are drawn after an edit elsewhere. */
function rankOf({ fileName, location, mutatorName, replacement }: Mutant): string {
  const { start, end } = location
  const place = [start.line, start.column, end.line, end.column].join(':')
  const name = [process.env.MUTATION_SEED, relative(process.cwd(), fileName), place, mutatorName, replacement]
  return createHash('sha256').update(name.join('\n')).digest('hex')
}

function worstOf(plans: readonly MutantTestPlan[], drawn: ReadonlySet<string>): number {
  return plans.reduce(
    (sum, plan) => sum + ('netTime' in plan && drawn.has(plan.mutant.id) ? plan.netTime : 0),
    0,
  )
}
