/** The runbook has a chapter for each incident; three of them are played here, all by `npm run test:runbook`. */
import { describe, expect, test } from 'vitest'
import { incidents } from '../helpers/incidents/incidents.ts'
import { chaptersOf, expectNone, playChapter, RUNBOOK } from './runbook.ts'

const chapters = chaptersOf(RUNBOOK)
const incidentsIn = ({ sessions }: (typeof chapters)[number]) => sessions.flatMap(one => one.incident ?? [])

describe('the runbook', () => {
  test('has one chapter for each incident that is known', () => {
    expect(chapters.flatMap(incidentsIn).sort()).toEqual(incidents.map(one => one.name).sort())
  })

  test.each(chapters.filter((_, at) => [0, 5, 7].includes(at)))(
    '$title: what it says is what happens',
    { timeout: 120_000 },
    async chapter => expectNone(await playChapter(chapter)),
  )
})
