/** Real documentation, answered by the emulator and read by docvault: each exchange as the service is described. */
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { environmentOf, takeSnapshot } from '../helpers/company.ts'
import { dataSets, writeState } from '../helpers/data-sets.ts'
import { startJudged } from '../helpers/judged-emulator.ts'
import { temporaryFolder } from '../vault/fixture.ts'

const profiles = ['full', 'current'] as const
const cases = dataSets().flatMap(set => profiles.map(profile => [set, profile] as const))

test.each(cases)('%s in profile %s', { timeout: 30 * 60_000 }, async (set, profile) => {
  const folder = temporaryFolder()
  const source = join(folder, set)
  writeState(set, 'last', source)
  const load = [{ title: set, folder: source }]
  const emulator = await startJudged({ profile, members: 12, teams: 3, sites: 1, comments: 5, load })
  onTestFinished(() => emulator.close())
  const { state } = await takeSnapshot(environmentOf(emulator, join(folder, 'vault')))
  expect(state).toBe('complete')
})
