/** What instrumented code and the test runner share, under the name that Stryker gives it. */
export interface Namespace {
  activeMutant?: string | undefined
  currentTestId?: string
  hitCount?: number
  hitLimit?: number
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Record<string, number>> }
}

declare global {
  var __stryker__: Namespace | undefined
}

globalThis.__stryker__ ??= {}
export const namespace: Namespace = globalThis.__stryker__
