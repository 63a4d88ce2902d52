import { defineConfig } from 'vitest/config'
import { QuickestFirst } from './test/mutation/quickest-first.ts'

/** For `npm run test:mutation`: the quick tests, whose child processes take part. */
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/mutation/children.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    maxWorkers: 1,
    // The program is loaded once for a mutant instead of once for each file of tests.
    isolate: false,
    sequence: { sequencer: QuickestFirst },
  },
})
