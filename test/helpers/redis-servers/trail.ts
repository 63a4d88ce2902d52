/** What a daemon did and whom it told, so that nothing is there twice. */
import { expect } from 'vitest'
import type { Company } from '../company.ts'
import type { TestDaemon } from '../daemon.ts'

/** Every run that ended did so once, in the log and in the history, and the vault has one snapshot for each. */
export function expectEachOnce(daemon: TestDaemon, company: Company): void {
  const ends = daemon.lines.filter(line => 'outcome' in line && 'run' in line).map(line => String(line.run))
  expect(ends.toSorted()).toEqual([...new Set(ends)].toSorted())
  const records = daemon.platform().runs()
  expect(records.map(({ run }) => run).toSorted()).toEqual(
    [...new Set(records.map(({ run }) => run))].toSorted(),
  )
  const made = records.flatMap(({ snapshot }) => (snapshot === null ? [] : [snapshot]))
  const snapshots = company.vault().snapshots()
  expect(made.toSorted()).toEqual(snapshots.map(({ snapshot }) => snapshot).toSorted())
  expect(new Set(snapshots.map(({ state }) => state))).toEqual(new Set(['complete']))
}
