/**
 * What is mutated together, and by which tests its mutants are to be killed: the quickest ones that reach the code,
 * so that a slice ends in a quarter of an hour. The long suites see most of the same lines again, and are not run.
 */
export interface Slice {
  /** Also the folder below `src/`. */
  name: string
  tests: readonly string[]
}

export const slices: readonly Slice[] = [
  { name: 'vault', tests: ['test/vault/!(memory|kill|history|damage-sample|file-access).test.ts'] },
  { name: 'backup', tests: ['test/e2e/{edits,cut-lists,exact-runs,not-offered,audit-feed}.test.ts'] },
  { name: 'diff', tests: ['test/diff/**/*.test.ts', 'test/e2e/edits.test.ts'] },
  { name: 'audit', tests: ['test/audit/!(ledger|story).test.ts'] },
  {
    name: 'restore',
    tests: [
      'test/restore/match/*.test.ts',
      'test/restore/{plan/plan,plan/approval,plan/plan-file,read/choice,verify/compare}.test.ts',
    ],
  },
  { name: 'queue', tests: ['test/queue/*.test.ts', 'test/daemon/{schedule,runs,outcomes}.test.ts'] },
]
