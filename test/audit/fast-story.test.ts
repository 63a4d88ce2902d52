/** A small run of `npm run test:fast-story`. */
import { expect, test } from 'vitest'
import { tellFastStory } from './fast-story.ts'

test('between fast snapshots, every report says what is so, or names what it does not know', async () => {
  const { untrue } = await tellFastStory(1, 30, 4)
  expect(untrue).toEqual([])
})
