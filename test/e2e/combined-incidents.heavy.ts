/**
 * Incidents of several acts, drawn at random, on three services: done through the API, brought back by one restore, and judged by
 * the emulator's state: all is as it was, or the plan had said what is not. Then the undo, and a second plan.
 * DOCVAULT_SEED (the first) and DOCVAULT_RUNS choose some.
 */
import { expect, test } from 'vitest'
import { playCombined } from '../helpers/incidents/combined.ts'

const FIRST = Number(process.env.DOCVAULT_SEED ?? 1)
const RUNS = Number(process.env.DOCVAULT_RUNS ?? 300)

test.each(Array.from({ length: RUNS }, (_, at) => FIRST + at))(
  'an incident of several acts, seed %s',
  async seed => {
    const { words, problems } = await playCombined(seed)
    console.log([words, ...problems].join('\n    '))
    expect(problems).toEqual([])
  },
)
