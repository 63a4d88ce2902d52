/** Minutes under the limit that services announce: the program against `--rate-limit`, with few and many at a time. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { docvault } from '../helpers/docvault.ts'
import { startEmulatorProcess } from '../helpers/emulator-process.ts'
import { rateUse } from '../helpers/rate-windows.ts'

const perMinute = Number(process.env.RATE ?? 600)
const work = mkdtempSync(join(tmpdir(), 'docvault-rate-'))
afterAll(() => rmSync(work, { recursive: true, force: true }))

test.each([1, 8, 64])(
  'with %i requests in flight nothing is refused, and at least 0.97 of the rate is used',
  async concurrency => {
    const args = ['--synthetic', '10x100', '--rate-limit', String(perMinute)]
    const emulator = await startEmulatorProcess(args)
    try {
      const env = {
        ...emulator.env,
        DOCVAULT_VAULT_PATH: join(work, `vault-${concurrency}`),
        DOCVAULT_PLATFORM_CONCURRENCY: String(concurrency),
      }
      const run = await docvault(['backup', '--json'], { env })
      expect(run.events.at(-1)).toMatchObject({ state: 'complete' })
      const use = rateUse(await emulator.control('GET', 'rate-windows'), perMinute, 60)
      console.log(
        `${concurrency} in flight: ${use.refused} refused, ${(100 * use.used).toFixed(1)} % of ${perMinute} a minute in ${use.windows} whole windows`,
      )
      expect(use.refused).toBe(0)
      expect(use.windows).toBeGreaterThanOrEqual(2)
      expect(use.used).toBeGreaterThanOrEqual(0.97)
    } finally {
      await emulator.stop()
    }
  },
)
