/** Work that can be interrupted between its steps: done at once, or in turns with whatever else waits for the event loop. */
export type Stepwise<Result> = Generator<void, Result>

export function atOnce<Result>(work: Stepwise<Result>): Result {
  let step = work.next()
  while (!step.done) step = work.next()
  return step.value
}

/** `giveWay` is awaited after each step; where it throws, the work ends there, and what it has open stays so. */
export async function inTurns<Result>(work: Stepwise<Result>, giveWay: () => Promise<void>): Promise<Result> {
  let step = work.next()
  for (; !step.done; step = work.next()) await giveWay()
  return step.value
}
