import { expect, test } from 'vitest'
import { streamReports } from './stream.ts'

const CHANGES = Number(process.env.CHANGES ?? 200_000)

test(`${CHANGES} changes stream out of every format within a heap of 96 MiB`, () => {
  const { lines, peakMiB } = streamReports(CHANGES, 96)
  console.log(`peak ${peakMiB} MiB resident`, lines)
  for (const [format, rows] of Object.entries(lines)) expect([format, rows]).toEqual([format, CHANGES])
})
