import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    maxWorkers: 2,
    // As in bin/docvault, where the reason stands: without it V8 ends a test now and then.
    execArgv: ['--wasm-wrapper-tiering-budget=2147483647'],
  },
})
