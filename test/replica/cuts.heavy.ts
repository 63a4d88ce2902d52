/**
 * Runs cut off before and after each of their requests, in memory, in a folder and in a bucket. `SCENARIO=` takes those whose name has the
 * text.
 */
import { describe, expect, test } from 'vitest'
import { cutEverywhere } from './cuts/cuts.ts'
import { bucketLane, folderLane, memoryLane } from './cuts/lane.ts'
import { scenarios } from './cuts/scenarios.ts'

const chosen = Object.entries(scenarios).filter(([name]) => name.includes(process.env.SCENARIO ?? ''))
const lanes = { 'in memory': memoryLane, 'in a folder': folderLane, 'in a bucket': bucketLane }

describe.each(Object.entries(lanes))('%s', (where, open) => {
  test.each(chosen)(
    '%s, cut off at any request: nothing is lost, sent twice or left',
    async (name, scenario) => {
      const { points, wrong, ends } = await cutEverywhere(scenario, await open())
      process.stdout.write(`${name}, ${where}: ${points} points\n`)
      expect(ends).toMatchObject(scenario.ends)
      expect(wrong).toEqual([])
    },
  )
})
