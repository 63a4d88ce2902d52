/** A few incidents of several acts; hundreds of them: `npm run test:combined`. */
import { expect, test } from 'vitest'
import { playCombined } from '../helpers/incidents/combined.ts'

test.each([1, 2, 3, 4, 5, 6])('an incident of several acts, seed %s', async seed => {
  const { words, problems } = await playCombined(seed)
  expect(problems, words).toEqual([])
})
