/** Each fault of a bucket at each request of each kind of run. `SCENARIO=` takes those whose name has the text. */
import { expect, test } from 'vitest'
import { faultEverywhere } from './cuts/faults.ts'
import { bucketLane } from './cuts/lane.ts'
import { scenarios } from './cuts/scenarios.ts'

const chosen = Object.entries(scenarios).filter(([name]) => name.includes(process.env.SCENARIO ?? ''))

test.each(chosen)(
  '%s, with any fault at any request: said in a sentence, and gone on from',
  async (name, scenario) => {
    const { points, wrong } = await faultEverywhere(scenario, await bucketLane())
    process.stdout.write(`${name}: ${points} faults\n`)
    expect(wrong).toEqual([])
  },
)
