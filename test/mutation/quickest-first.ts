/** A mutant is dead with the first test that fails: those that failed before come first, then the quick ones. */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

export class QuickestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const costOf = (file: TestSpecification): number => {
      const last = this.ctx.cache.getTestSpecificationResult(file)
      return last === undefined || last.failed ? 0 : last.duration
    }
    return files.toSorted((a, b) => costOf(a) - costOf(b))
  }
}
