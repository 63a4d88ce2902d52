/** A few of the moments that `npm run test:crash` goes through, where there is a C compiler; and more of the making of a vault. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operations } from './crash/operations.ts'
import { copyDisk, taskOf } from './crash/record.ts'
import { begin, judgeFaults, judgeMoments, type Line } from './crash/run.ts'
import { missingForShim } from './crash/shimmed.ts'
import { type OpenStage, openStage } from './crash/stage.ts'

/** In one process. */
const ALL = { seed: 1, lane: 1, lanes: 1 }

function named(name: string) {
  const found = operations.find(operation => operation.name === name)
  if (found === undefined) throw new Error(`there is no operation ${name}`)
  return found
}

function wrongIn(lines: readonly Line[]): string[] {
  return lines.flatMap(({ kind, wrong }) => wrong.map(what => `${kind}: ${what}`))
}

describe.skipIf(missingForShim !== null)(
  'whenever the machine fails, the vault is sound and the next run goes on',
  () => {
    let stage: OpenStage
    beforeAll(async () => {
      stage = await openStage()
    })
    afterAll(() => stage.close())

    test('at many moments of the making of a vault', async () => {
      const lines = await judgeMoments(await begin(named('creation'), stage), stage, {
        ...ALL,
        most: 10,
      })
      expect(wrongIn(lines)).toEqual([])
      expect(lines.every(({ judged, sound }) => judged > 0 && sound === judged)).toBe(true)
    }, 300_000)

    test.each(['backup', 'prune', 'upgrade from format 1'])(
      'at some moments of a %s',
      async name => {
        const lines = await judgeMoments(await begin(named(name), stage), stage, { ...ALL, most: 2 })
        expect(wrongIn(lines)).toEqual([])
      },
      300_000,
    )

    test.each(['creation', 'check'])(
      'on a disk that is full or broken: %s',
      async name => {
        const lines = await judgeFaults(await begin(named(name), stage), stage, { ...ALL, most: 3 })
        expect(wrongIn(lines)).toEqual([])
        expect(lines.some(({ refused }) => refused > 0)).toBe(true)
      },
      300_000,
    )

    test('lanes share what there is to judge, and leave nothing', async () => {
      const creation = await begin(named('creation'), stage)
      const lanes = []
      for (const lane of [1, 2])
        lanes.push(await judgeFaults(creation, stage, { ...ALL, most: 3, lane, lanes: 2 }))
      expect(lanes.map(lines => lines.map(({ judged }) => judged))).toEqual([
        new Array(7).fill(2),
        new Array(7).fill(1),
      ])
    }, 300_000)

    test('a transaction of a compaction that found the disk full is done again, once there is room', async () => {
      const compaction = await begin(named('compact'), stage)
      const disk = join(stage.folder, 'full-once')
      let done = 0
      // In the middle, where contents are moved.
      const points = Array.from({ length: 7 }, (_, index) =>
        Math.round(compaction.changes * (0.35 + 0.04 * index)),
      )
      for (const at of points) {
        rmSync(disk, { recursive: true, force: true })
        copyDisk(compaction.before, disk)
        const fault = { DISK_SHIM_AT: `${at}`, DISK_SHIM_FAULT: 'ENOSPC' }
        const answer = await stage.shimmed.run(taskOf(named('compact'), disk, stage.platform, fault))
        expect(['done', 'disk'], `at ${at}: ${answer?.message}`).toContain(
          answer?.code === 0 ? 'done' : answer?.error,
        )
        done += answer?.code === 0 ? 1 : 0
        expect((await compaction.verdicts.of(disk, answer?.code === 0)).wrong).toBe(null)
      }
      expect(done).toBeGreaterThan(0)
    }, 300_000)

    test('a disk that breaks while the first folders and files are made is called broken', async () => {
      const creation = named('creation')
      const disk = join(stage.folder, 'broken')
      for (let at = 1; at <= 10; at++) {
        rmSync(disk, { recursive: true, force: true })
        const fault = { DISK_SHIM_AT: `${at}`, DISK_SHIM_FAULT: 'EIO' }
        const answer = await stage.shimmed.run(taskOf(creation, disk, stage.platform, fault))
        expect(answer?.error, `at ${at}: ${answer?.message}`).toBe('disk')
      }
    }, 300_000)
  },
)
