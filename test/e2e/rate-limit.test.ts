/** Under a rate limit: no request that is refused, and hardly a window that is not used up. Told by the emulator. */
import { expect, test } from 'vitest'
import { makeCompany } from '../helpers/company.ts'
import { rateUse } from '../helpers/rate-windows.ts'

test('a backup uses what a limited platform allows, and no more', async () => {
  const { emulator, backUp } = await makeCompany({
    synthetic: { spaces: 6, pages: 30 },
    rateLimitPerMinute: 100,
    rateWindowSeconds: 2,
  })
  expect(await backUp()).toMatchObject({ state: 'complete' })
  const use = rateUse(emulator.rateWindows(), 100, 2)
  expect(use.refused).toBe(0)
  expect(use.windows).toBeGreaterThanOrEqual(2)
  expect(use.used).toBeGreaterThanOrEqual(0.97)
})
