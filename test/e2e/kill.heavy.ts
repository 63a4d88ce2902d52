/** `kill -9` of a first backup of the whole generated company at random moments; the next run goes on. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startEmulatorProcess } from '../helpers/emulator-process.ts'
import { fullCompany } from '../helpers/full-company.ts'
import { killAndResume, type Outcome, uninterrupted } from '../helpers/kill-and-resume.ts'

const kills = Number(process.env.KILLS ?? 25)
/** Each is a whole backup, and up to half of one before it. */
const MOST_MS_A_KILL = 4 * 60_000
const work = mkdtempSync(join(tmpdir(), 'docvault-kill-'))
const company = fullCompany(join(work, 'source'))
afterAll(() => rmSync(work, { recursive: true, force: true }))

const name = `${kills} kills: each next run ends complete with the same contents, and repeats next to nothing`
test(name, { timeout: (kills + 1) * MOST_MS_A_KILL }, async () => {
  const emulator = await startEmulatorProcess(company)
  try {
    const whole = await uninterrupted(emulator, join(work, 'whole'))
    const outcomes: Outcome[] = []
    for (let kill = 1; kill <= kills; kill++) {
      const vault = (attempt: number) => join(work, 'vaults', `${kill}-${attempt}`)
      const outcome = await killAndResume(emulator, vault, whole.durationMs)
      const again = outcome.bodies - whole.bodies
      console.log(
        `kill ${kill} after ${outcome.afterMs} ms: resumed ${outcome.resumed}, ${again} bodies fetched again`,
      )
      expect(outcome.contents).toBe(whole.contents)
      expect(outcome.findings).toBe(0)
      outcomes.push(outcome)
      rmSync(join(work, 'vaults'), { recursive: true, force: true })
    }
    // What was in flight and in blocks that were not written yet, nothing else.
    expect(Math.max(...outcomes.map(one => one.bodies - whole.bodies))).toBeLessThan(whole.bodies / 10)
  } finally {
    await emulator.stop()
  }
})
