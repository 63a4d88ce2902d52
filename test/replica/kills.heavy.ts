/** Runs whose process is killed before and after each of their requests. `SCENARIO=` takes those whose name has the text. */
import { expect, test } from 'vitest'
import { killEverywhere } from './cuts/cuts.ts'
import { bucketLane } from './cuts/lane.ts'
import { scenarios } from './cuts/scenarios.ts'

const chosen = Object.entries(scenarios).filter(([name]) => name.includes(process.env.SCENARIO ?? ''))

test.each(chosen)(
  '%s, killed at any request: nothing is lost, sent twice or left',
  async (name, scenario) => {
    const { points, wrong, ends } = await killEverywhere(scenario, await bucketLane())
    process.stdout.write(`${name}, killed: ${points} points\n`)
    expect(ends).toMatchObject(scenario.ends)
    expect(wrong).toEqual([])
  },
)
