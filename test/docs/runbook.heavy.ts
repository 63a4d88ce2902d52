/**
 * Every chapter of the runbook, each on a company of its own: what the page shows is what is printed. UPDATE=1 writes
 * into the page what is printed; CHAPTERS (numbers) chooses some.
 */
import { afterAll, test } from 'vitest'
import type { Played } from '../../scripts/sessions/play.ts'
import { rewrite } from '../../scripts/sessions/rewrite.ts'
import { chaptersOf, expectNone, playChapter, RUNBOOK } from './runbook.ts'

const isUpdate = process.env.UPDATE !== undefined
const chosen = process.env.CHAPTERS?.split(',')
const chapters = chaptersOf(RUNBOOK).filter((_, at) => chosen?.includes(String(at + 1)) ?? true)
const wrong: Played[] = []
afterAll(() => {
  if (isUpdate) rewrite(RUNBOOK, wrong)
})

test.each(chapters)('$title', async chapter => {
  const differing = await playChapter(chapter)
  wrong.push(...differing)
  if (!isUpdate) expectNone(differing)
})
