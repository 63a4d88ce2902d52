import { expect, test } from 'vitest'
import { failInTurn, LISTS } from './fail-in-turn.ts'

test('every list fails once in turn: nothing is added or removed that was not', async () => {
  expect(await failInTurn(LISTS)).toEqual([])
})
