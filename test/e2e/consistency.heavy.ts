/** Thirty backups while a writer edits at every tenth request, in each profile: each space is one of its revisions. */
import { expect, test } from 'vitest'
import { backUpWhileEdited } from '../helpers/edited-backups.ts'

const backups = Number(process.env.BACKUPS ?? 30)

test.each(['document', 'full'] as const)(
  `profile %s: every space of each of ${backups} backups equals a real revision`,
  async profile => {
    const outcomes = await backUpWhileEdited({
      profile,
      backups,
      editProbability: 0.1,
      editsBetween: 100,
      synthetic: { spaces: 3, pages: 60 },
    })
    const sum = (of: 'equal' | 'excused' | 'edits' | 'requests') =>
      outcomes.reduce((all, one) => all + one[of], 0)
    for (const [index, one] of outcomes.entries())
      console.log(
        `${profile} ${index + 1}: ${one.state}, ${one.requests} requests, ${one.edits} edits, ${one.equal} spaces equal a revision, ${one.excused} are gaps`,
      )
    console.log(
      `${profile}: ${sum('equal')} spaces equal a revision, ${sum('excused')} gaps, ${sum('edits')} edits in ${sum('requests')} requests`,
    )
    expect(outcomes.flatMap(one => one.problems)).toEqual([])
    expect(outcomes.filter(one => one.state !== 'complete')).toEqual([])
    expect(sum('edits')).toBeGreaterThan(sum('requests') / 20)
  },
)
