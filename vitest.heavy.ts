import { defineConfig } from 'vitest/config'

/** Suites that take minutes: real data, kills. Each is an npm script of its own. */
export default defineConfig({
  test: {
    include: ['test/**/*.heavy.ts'],
    testTimeout: 30 * 60_000,
    hookTimeout: 30 * 60_000,
    pool: 'forks',
    maxWorkers: 1,
    // As in bin/docvault, where the reason stands.
    execArgv: ['--wasm-wrapper-tiering-budget=2147483647'],
    reporters: ['verbose'],
  },
})
