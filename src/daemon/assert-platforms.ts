/** Refuses to work for a platform that no request can reach, or to tell of changes that no rule knows. Asks nobody. */
import type { PlatformConfig } from '../../config/load.ts'
import { assertSubscriptions } from '../../jobs/change-digest.ts'
import { assertReachable } from '../../jobs/held.ts'
import { UsageError } from '../model/errors.ts'

/** Throws UsageError. */
export async function assertPlatforms(platforms: readonly PlatformConfig[]): Promise<void> {
  for (const { name, config } of platforms) {
    try {
      await assertReachable(config)
      assertSubscriptions(config)
    } catch (error) {
      if (!(error instanceof UsageError) || platforms.length === 1) throw error
      throw new UsageError(`platform ${name}: ${error.message}`, { hint: error.hint ?? '', cause: error })
    }
  }
}
