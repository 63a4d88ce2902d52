/**
 * A property tried very often: as many runs as asked for, printed as it goes, with the seed that draws the same again.
 * DOCVAULT_RUNS and DOCVAULT_SEED in the environment change both; DOCVAULT_FROM goes on after so many runs of the seed.
 */
import fc from 'fast-check'

export interface ManyRuns<T> {
  title: string
  drawn: fc.Arbitrary<T>
  /** Answers what kind of run it was, to be counted. */
  assert(one: T): Promise<string>
  numRuns: number
}

const EVERY = 100

export async function assertManyRuns<T>({ title, drawn, assert, numRuns }: ManyRuns<T>): Promise<void> {
  const from = Number(process.env.DOCVAULT_FROM ?? 0)
  const runs = Number(process.env.DOCVAULT_RUNS ?? numRuns) - from
  const seed = Number(process.env.DOCVAULT_SEED ?? Date.now() % 2 ** 31)
  const counts = new Map<string, number>()
  const begun = performance.now()
  let done = 0
  const say = () => {
    const kinds = [...counts].sort().map(([kind, count]) => `${kind} ${count}`)
    const eachMs = Math.round((performance.now() - begun) / Math.max(1, done))
    console.log(`${title}: ${done} of ${runs} runs, ${eachMs} ms each, seed ${seed}: ${kinds.join(', ')}`)
  }
  const property = fc.asyncProperty(drawn, async one => {
    const kind = await assert(one)
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
    done++
    if (done % EVERY === 0) say()
  })
  // Shrinking is for whoever looks into it, with DOCVAULT_SHRINK=1.
  const path = from === 0 ? {} : { path: String(from) }
  const endOnFailure = process.env.DOCVAULT_SHRINK !== '1'
  await fc.assert(property, { numRuns: runs, seed, endOnFailure, ...path })
  say()
}
