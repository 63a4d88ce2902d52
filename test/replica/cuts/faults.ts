/** Faults of a bucket at each request of a run, one kind after the other, judged as a cut is. */
import type { Fault, Faults } from '../../helpers/s3-server/faults.ts'
import type { S3Server } from '../../helpers/s3-server/server.ts'
import type { CutResult } from './cuts.ts'
import { judge, openStage, type Stage } from './judge.ts'
import type { BucketLane } from './lane.ts'
import type { Scenario } from './scenarios.ts'

type FaultKind = (at: number, server: S3Server) => Faults

const once =
  (fault: Fault): FaultKind =>
  at =>
  ({ number }) =>
    number === at ? fault : null

const fromThenOn =
  (fault: Fault, operations: readonly string[] | null = null): FaultKind =>
  at =>
  ({ number, operation }) =>
    number >= at && (operations?.includes(operation ?? '') ?? true) ? fault : null

export const faultKinds: Readonly<Record<string, FaultKind>> = {
  'a 503': once({ kind: 'error', code: 'SlowDown' }),
  'a 503 from then on': fromThenOn({ kind: 'error', code: 'SlowDown' }),
  'an end before it': once({ kind: 'reset', when: 'before' }),
  'an end after it': once({ kind: 'reset', when: 'after' }),
  'a cut body': once({ kind: 'cut', bytes: 3 }),
  'a condition that fails': once({ kind: 'error', code: 'PreconditionFailed' }),
  'access denied from then on': fromThenOn({ kind: 'error', code: 'AccessDenied' }),
  'no right to write from then on': fromThenOn({ kind: 'error', code: 'AccessDenied' }, [
    'PutObject',
    'DeleteObject',
  ]),
  'a bucket that is full from then on': fromThenOn({ kind: 'error', code: 'QuotaExceeded' }, ['PutObject']),
}

export async function faultEverywhere(
  scenario: Scenario,
  lane: BucketLane,
  isWanted: (point: number) => boolean = () => true,
): Promise<CutResult> {
  const stage = await openStage(scenario, lane)
  const result: CutResult = { points: 0, wrong: [] }
  const kinds: [string, (request: number) => Promise<unknown>][] = [
    ...Object.entries(faultKinds).map(([name, kind]): [string, (request: number) => Promise<unknown>] => [
      name,
      request =>
        endOf(
          stage,
          lane.disturb(next => kind(next + request - 1, lane.server)),
        ),
    ]),
    ['lists that stand still from it on, into the next run', request => endOfTwo(stage, lane, request)],
  ]
  let point = 0
  for (let request = 1; request <= stage.requests; request++)
    for (const [name, disturb] of kinds) {
      if (!isWanted(point++)) continue
      stage.putBack()
      const ended = await disturb(request)
      lane.settle()
      const where = `${name}, request ${request} of ${stage.requests}`
      result.wrong.push(...(await judge(stage, ended)).map(sentence => `${where}: ${sentence}`))
      result.points++
    }
  return result
}

function endOf(stage: Stage, store: BucketLane['store']): Promise<unknown> {
  return stage.run(store, 1).then(
    () => null,
    (error: unknown) => error,
  )
}

/** What the second one is shown is older than what the first one wrote. */
async function endOfTwo(stage: Stage, lane: BucketLane, request: number): Promise<unknown> {
  const first = await endOf(
    stage,
    lane.disturb(next => ({ number }) => {
      if (number === next + request - 1) lane.server.freezeLists()
      return null
    }),
  )
  return (await endOf(stage, lane.store)) ?? first
}
