/**
 * Kills, power cuts and broken disks at every change that commands make to a vault. Needs Linux and a C compiler called `cc`.
 *
 * POINTS: at most so many vaults are judged for each operation and each thing that may happen to it; `all` for every one,
 * which takes hours, two of them for the first backup. SEED chooses them. OPERATION: only operations whose name has this in
 * it; `upgrade` for all upgrades. LANE=2/4: the second of every four vaults, for several processes, beside each other or one
 * after another. Each records an operation for itself: where that does two things at once, the order may differ between them.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operations } from './crash/operations.ts'
import { begin, judgeFaults, judgeMoments, type Line } from './crash/run.ts'
import { missingForShim } from './crash/shimmed.ts'
import { type OpenStage, openStage } from './crash/stage.ts'
import { tableOf } from './crash/table.ts'

/** Of one operation, beside whatever else the machine does: who comes after would find the disk of this one. */
const LIMIT_MS = 12 * 3_600_000
const POINTS = process.env.POINTS ?? '10'
const SEED = Number(process.env.SEED ?? 1)
const OPERATION = process.env.OPERATION ?? ''
const [lane = 1, lanes = 1] = (process.env.LANE ?? '1/1').split('/').map(Number)
const most = POINTS === 'all' ? Number.POSITIVE_INFINITY : Number(POINTS)
const extent = { most, seed: SEED, lane, lanes }
const chosen = operations.filter(({ name }) => name.includes(OPERATION))

test('there is what it takes to count what a process does to its disk', () => {
  expect(missingForShim).toBe(null)
})

describe.skipIf(missingForShim !== null)(`seed ${SEED}, ${POINTS} vaults of each kind`, () => {
  const lines: Line[] = []
  let stage: OpenStage

  beforeAll(async () => {
    stage = await openStage()
  })
  afterAll(async () => {
    process.stdout.write(`\n${tableOf(lines)}\n`)
    await stage.close()
  })

  test.each(chosen)(
    '$name: whatever happens, the vault is sound and the next run goes on',
    async operation => {
      const begun = await begin(operation, stage)
      const found = [
        ...(await judgeMoments(begun, stage, extent)),
        ...(await judgeFaults(begun, stage, extent)),
      ]
      lines.push(...found)
      process.stdout.write(`${tableOf(found)}\n`)
      expect(found.flatMap(({ kind, wrong }) => wrong.map(what => `${kind}: ${what}`))).toEqual([])
    },
    LIMIT_MS,
  )
})
