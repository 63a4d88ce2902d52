/**
 * Each exchange of a test with its service is held against the published description of the version that the profile
 * plays: requests of docvault's client, and all answers. `document` has no such description: `ofShape` judges it.
 */
import { expect, onTestFinished } from 'vitest'
import type { EmulatorOptions } from '../../../src/emulator/options.ts'
import { watchDifferences } from '../../helpers/shapes/watch-differences.ts'

/** The test fails in the end if a request or an answer was not as described. */
export function judgeExchanges(url: string, profile: NonNullable<EmulatorOptions['profile']>): void {
  if (profile === 'document') return
  const { differences } = watchDifferences(profile, url)
  onTestFinished(() => expect(differences(), `the service of ${profile} is described otherwise`).toEqual([]))
}
