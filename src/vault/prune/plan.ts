/** What a prune would do, from the rows of the catalog. Changes nothing. */
import { Interrupted } from '../../model/errors.ts'
import type { Connection } from '../catalog/connection.ts'
import { makeContentRows } from '../catalog/contents.ts'
import { prunedSnapshots } from '../catalog/pruned.ts'
import type { FileStore } from '../files/file-store.ts'
import { type Horizon, makeHorizon } from '../maintenance/horizon.ts'
import { proveNeeded } from '../maintenance/proof.ts'
import { survey as readSurvey, type Survey } from '../maintenance/survey.ts'
import { type Candidates, findCandidates, type Window } from './candidates.ts'
import type { PrunePlan, PrunePlanOptions } from './types.ts'
import { planWork, type Work } from './work.ts'

const DEFAULT_LEAST_DEAD_SHARE = 0.25

export interface Prepared {
  plan: PrunePlan
  horizon: Horizon
  survey: Survey
  work: Work
}

/** Throws DamageFound where something that stays refers to what is not there. */
export async function preparePrune(
  db: Connection,
  window: Window,
  { leastDeadShare, pause }: { leastDeadShare?: number | undefined; pause: () => void },
): Promise<Prepared> {
  const candidates = findCandidates(db, window)
  const horizon = makeHorizon(
    db,
    candidates.snapshots.map(({ snapshot }) => snapshot),
  )
  const survey = await readSurvey(db, { horizon, pause })
  const work = planWork(survey, leastDeadShare ?? DEFAULT_LEAST_DEAD_SHARE)
  return { plan: planOf(db, candidates, survey, work), horizon, survey, work }
}

/** As `preparePrune`; and where something is missing that stays, though no row says so. */
export async function planPrune(
  { db, files, nowMs }: { db: Connection; files: FileStore; nowMs: number },
  { undoMs, leastDeadShare, signal }: PrunePlanOptions,
): Promise<PrunePlan> {
  const pause = () => {
    if (signal?.aborted) throw new Interrupted({ cause: signal.reason })
  }
  const { plan, survey } = await preparePrune(db, { nowMs, undoMs }, { leastDeadShare, pause })
  proveNeeded(survey, makeContentRows(db), files)
  return plan
}

function planOf(
  db: Connection,
  candidates: Candidates,
  { versions, contents, blocks }: Survey,
  { retained }: Work,
): PrunePlan {
  const all = db.prepare<[], { count: number }>('SELECT count(*) AS count FROM snapshot').get()?.count ?? 0
  const bytes = { go: 0, stay: 0 }
  let staying = 0
  for (let block = 1; block <= blocks.highest; block++) {
    if (!blocks.known.has(block)) continue
    const storedBytes = blocks.storedBytes[block] ?? 0
    const own = blocks.contents[block] ?? 0
    const share = retained.has(block) ? 1 : shareOf(blocks, block)
    staying += retained.has(block) ? own : (blocks.live[block] ?? 0)
    bytes.stay += storedBytes * share
    bytes.go += storedBytes * (1 - share)
  }
  return {
    ...candidates,
    stay: all - prunedSnapshots(db).size - candidates.snapshots.length,
    versions,
    contents: { go: contents.count - staying, stay: staying },
    bytes: { go: Math.round(bytes.go), stay: Math.round(bytes.stay) },
  }
}

/** Of its bytes, those that are needed. */
function shareOf({ bytes, liveBytes, live, contents }: Survey['blocks'], block: number): number {
  if (live[block] === contents[block]) return 1
  const all = bytes[block] ?? 0
  return all === 0 ? 0 : (liveBytes[block] ?? 0) / all
}
