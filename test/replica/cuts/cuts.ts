/** Cuts a run off before and after each of its requests, and judges what each leaves. */
import type { Cut } from '../cut-store.ts'
import { judge, openStage, type Stage } from './judge.ts'
import { killedRun } from './killed-run.ts'
import type { BucketLane, Lane } from './lane.ts'
import type { Scenario } from './scenarios.ts'

export interface CutResult {
  points: number
  wrong: string[]
}

/** Of the points, counted from 0. */
type IsWanted = (point: number) => boolean

export async function cutEverywhere(
  scenario: Scenario,
  lane: Lane,
  isWanted: IsWanted = () => true,
): Promise<CutResult & { ends: unknown }> {
  const stage = await openStage(scenario, lane)
  return judgeCuts(stage, isWanted, cut =>
    stage.run(lane.cutAt(cut), 1).then(
      () => null,
      (error: unknown) => error,
    ),
  )
}

/** As `cutEverywhere`, each run in a process of its own, which the bucket kills at the request. */
export async function killEverywhere(
  scenario: Scenario,
  lane: BucketLane,
  isWanted: IsWanted = () => true,
): Promise<CutResult & { ends: unknown }> {
  const stage = await openStage(scenario, lane)
  return judgeCuts(stage, isWanted, cut => killedRun(stage.options(1), lane, cut))
}

/** `cutOff` answers how the run ended. */
async function judgeCuts(stage: Stage, isWanted: IsWanted, cutOff: (cut: Cut) => Promise<unknown>) {
  const result: CutResult = { points: 0, wrong: [] }
  for (const [point, cut] of cutsOf(stage.requests).entries()) {
    if (!isWanted(point)) continue
    stage.putBack()
    const ended = await cutOff(cut)
    stage.lane.settle()
    const where = `${cut.when} request ${cut.request} of ${stage.requests}`
    result.wrong.push(...(await judge(stage, ended)).map(sentence => `${where}: ${sentence}`))
    result.points++
  }
  return { ...result, ends: stage.report }
}

function cutsOf(requests: number): Cut[] {
  return Array.from({ length: requests }, (_, index) => index + 1).flatMap(request => [
    { request, when: 'before' as const },
    { request, when: 'after' as const },
  ])
}
