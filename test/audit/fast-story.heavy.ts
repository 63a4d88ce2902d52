/** 200 random changes over 12 fast snapshots; SEED and CHANGES tell another story. */
import { expect, test } from 'vitest'
import { tellFastStory } from './fast-story.ts'

const size = (name: string, fallback: number) => Number(process.env[name] ?? fallback)

test('200 changes over 12 fast snapshots: every report is true, or names what it does not know', {
  timeout: 30 * 60_000,
}, async () => {
  const { changes, snapshots, weak, untrue } = await tellFastStory(size('SEED', 1), size('CHANGES', 200), 12)
  const named = [...weak].sort().map(([kind, count]) => `${kind}: ${count}`)
  console.log(
    `${changes} changes, ${snapshots} fast snapshots, ${untrue.length} untrue; differences in what is named as weak:\n${named.join('\n')}`,
  )
  expect(untrue).toEqual([])
})
