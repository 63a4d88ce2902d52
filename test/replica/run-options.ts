/** What a run of a test is asked for, where the test does not say otherwise. */
import type { ReplicateOptions } from '../../src/replica/run/replicate.ts'

const DAY = 24 * 60 * 60_000

export function runOptions(vaultPath: string, options: Partial<ReplicateOptions> = {}): ReplicateOptions {
  return {
    vaultPath,
    init: true,
    distrusted: new Set(),
    bytesPerSecond: null,
    keepMs: 21 * DAY,
    now: Date.now,
    signal: undefined,
    progress: () => {},
    ...options,
  }
}
