/** A small run of `npm run test:consistency`, and a proof that its comparison can fail. */
import { describe, expect, test } from 'vitest'
import { makeCompany } from '../helpers/company.ts'
import { backUpWhileEdited } from '../helpers/edited-backups.ts'
import { checkRevisions } from '../helpers/real-revisions.ts'

describe('backups while a writer edits at every tenth request', () => {
  test.each(['document', 'full'] as const)(
    'profile %s: every space of every snapshot equals a real revision',
    async profile => {
      const outcomes = await backUpWhileEdited({ profile, backups: 5, editProbability: 0.1, editsBetween: 6 })
      expect(outcomes.flatMap(one => one.problems)).toEqual([])
      expect(outcomes.map(one => one.state)).toEqual(outcomes.map(() => 'complete'))
      expect(outcomes.reduce((sum, one) => sum + one.edits, 0)).toBeGreaterThan(0)
    },
  )
})

test('a snapshot is not taken for another revision than its own', async () => {
  const company = await makeCompany()
  const { emulator } = company
  const { snapshot } = await company.backUp()
  expect(checkRevisions(company.vault(), snapshot, emulator)).toEqual({ equal: 2, excused: 0, problems: [] })
  await company.edit({ 'guides/linux.md': '# On Linux\n\nOtherwise.\n' })
  const newest = {
    ...emulator,
    revision: (space: string) => emulator.revision(space, newestOf(emulator.state(), space)),
  }
  const { equal, problems } = checkRevisions(company.vault(), snapshot, newest)
  expect(equal).toBe(1)
  expect(problems.join()).toMatch(/page \w+ has another body/)
})

function newestOf(state: Readonly<Record<string, unknown>>, id: string): string {
  const spaces = Array.isArray(state.spaces) ? state.spaces : []
  return String(spaces.find(space => space.id === id)?.revision)
}
