/** Cuts a run off before and after each of its requests, and judges what each leaves. */
import type { Cut } from '../cut-store.ts'
import { judge, openStage } from './judge.ts'
import type { Lane } from './lane.ts'
import type { Scenario } from './scenarios.ts'

export interface CutResult {
  points: number
  wrong: string[]
}

/** `isWanted`: of the points, counted from 0. */
export async function cutEverywhere(
  scenario: Scenario,
  lane: Lane,
  isWanted: (point: number) => boolean = () => true,
): Promise<CutResult & { ends: unknown }> {
  const stage = await openStage(scenario, lane)
  const result: CutResult = { points: 0, wrong: [] }
  for (const [point, cut] of cutsOf(stage.requests).entries()) {
    if (!isWanted(point)) continue
    stage.putBack()
    const ended = await stage.run(lane.cutAt(cut), 1).then(
      () => null,
      (error: unknown) => error,
    )
    lane.settle()
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
