/**
 * Kills, power cuts and broken disks at every change that commands make to a vault. Needs Linux and a C compiler called `cc`.
 *
 * POINTS: at most so many vaults are judged for each operation and each thing that may happen to it; `all` for every one,
 * which takes hours. SEED chooses them. OPERATION: only those whose name has this in it; `upgrade` for all upgrades.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operations } from './crash/operations.ts'
import { judgeFaults, judgeMoments, type Line } from './crash/run.ts'
import { missingForShim } from './crash/shimmed.ts'
import { type OpenStage, openStage } from './crash/stage.ts'
import { tableOf } from './crash/table.ts'

const POINTS = process.env.POINTS ?? '10'
const SEED = Number(process.env.SEED ?? 1)
const OPERATION = process.env.OPERATION ?? ''
const extent = { most: POINTS === 'all' ? Number.POSITIVE_INFINITY : Number(POINTS), seed: SEED }
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
      const found = [
        ...(await judgeMoments(operation, stage, extent)),
        ...(await judgeFaults(operation, stage, extent)),
      ]
      lines.push(...found)
      process.stdout.write(`${tableOf(found)}\n`)
      expect(found.flatMap(({ kind, wrong }) => wrong.map(what => `${kind}: ${what}`))).toEqual([])
    },
  )
})
