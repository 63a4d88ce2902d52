/** Thirty nights of real edits, a backup after each: every one of the snapshots can be exported and equals its night. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { compareExport } from '../helpers/compare-export.ts'
import { dataSets, stateCount, writeState } from '../helpers/data-sets.ts'
import { docvault } from '../helpers/docvault.ts'
import { startEmulatorProcess } from '../helpers/emulator-process.ts'
import { readSourceTree } from '../helpers/source-tree.ts'

const nights = Number(process.env.NIGHTS ?? 30)
const work = mkdtempSync(join(tmpdir(), 'docvault-nightly-'))
afterAll(() => rmSync(work, { recursive: true, force: true }))

describe.each(dataSets())('%s', set => {
  test(`each of ${nights} nightly snapshots equals its night`, async () => {
    const folder = (night: number) => join(work, set, String(night))
    const last = stateCount(set)
    const numbers = Array.from({ length: nights }, (_, index) => last - nights + 1 + index)
    for (const night of numbers) writeState(set, night, folder(night))
    const emulator = await startEmulatorProcess(['--load', `${set}=${folder(numbers[0] ?? 1)}`])
    const env = { ...emulator.env, DOCVAULT_VAULT_PATH: join(work, `vault-${set}`) }
    try {
      for (const night of numbers) {
        await emulator.control('POST', 'load', { space: set, folder: folder(night) })
        expect((await docvault(['backup'], { env })).code).toBe(0)
      }
      let equal = 0
      for (const [index, night] of numbers.entries()) {
        const target = join(work, 'export', set)
        rmSync(target, { recursive: true, force: true })
        const exported = await docvault(['export', String(index + 1), target, '--space', set], { env })
        expect(exported.code).toBe(0)
        expect([night, compareExport(folder(night), target).differences]).toEqual([night, []])
        const listed = await docvault(['ls', String(index + 1), '--kind', 'page', '--json'], { env })
        expect([night, listed.events.length]).toEqual([night, readSourceTree(folder(night)).entries])
        equal++
      }
      console.log(`${set}: ${equal} of ${nights} snapshots equal their nights`)
      expect((await docvault(['check', '--read-data'], { env })).code).toBe(0)
    } finally {
      await emulator.stop()
    }
  })
})
