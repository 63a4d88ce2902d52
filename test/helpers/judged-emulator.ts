/**
 * An emulator in this process, each exchange with it held against the published description of the version that its
 * profile plays: requests of docvault's client, and all answers. `document` has no such description, nor has a service
 * of another version or without some operations. From a fault on nothing is judged until the faults are cleared.
 */
import { expect, onTestFinished } from 'vitest'
import { startEmulator } from '../../src/emulator/emulator.ts'
import type { Emulator } from '../../src/emulator/handle.ts'
import type { EmulatorOptions } from '../../src/emulator/options.ts'
import { watchDifferences } from './shapes/watch-differences.ts'

export interface JudgedOptions extends EmulatorOptions {
  /** False: the test makes the service say what no description allows. */
  asDescribed?: boolean
}

/** The test fails in the end if a request or an answer was not as described. Whoever starts it closes it. */
export async function startJudged({ asDescribed = true, ...options }: JudgedOptions = {}): Promise<Emulator> {
  const emulator = await startEmulator(options)
  const { profile = 'full', serviceVersion, without } = options
  if (profile === 'document' || serviceVersion !== undefined || without || !asDescribed) return emulator
  let isFaulty = options.faults !== undefined
  const { differences } = watchDifferences(profile, emulator.url, () => !isFaulty)
  onTestFinished(() => expect(differences(), `the service of ${profile} is described otherwise`).toEqual([]))
  return {
    ...emulator,
    fault: fault => {
      isFaulty = true
      emulator.fault(fault)
    },
    clearFaults: () => {
      isFaulty = false
      emulator.clearFaults()
    },
  }
}
