/** Snapshots that are asked for by whose they are, what they are and where they stand, against a look through all of them. */
import { expect, test } from 'vitest'
import {
  isReading,
  isSealed,
  readingTrigger,
  type SnapshotFilter,
  type SnapshotSummary,
} from '../../src/model/snapshot.ts'
import { newVault, rejection, seal, writeScope } from './fixture.ts'
import { forget } from './prune/pages.ts'

const ORGANIZATIONS = [
  { id: 'one', title: 'One' },
  { id: 'two', title: 'Two' },
]
const TRIGGERS = ['schedule', readingTrigger('before'), 'sync', readingTrigger('after')]

const FILTERS: readonly SnapshotFilter[] = [undefined, 'one', 'two', 'none'].flatMap(organization =>
  [undefined, true].flatMap(backups =>
    [{}, { from: 3 }, { to: 4 }, { from: 2, to: 5 }, { newest: 1 }, { newest: 3, to: 6 }].flatMap(place =>
      [{}, { state: 'complete' as const }, { state: 'running' as const }].map(state => ({
        ...(organization && { organization }),
        ...(backups && { backups }),
        ...{ ...place, ...state },
      })),
    ),
  ),
)

function chosen(all: readonly SnapshotSummary[], filter: SnapshotFilter): number[] {
  const { organization, backups, state, from = 0, to = Number.POSITIVE_INFINITY, newest } = filter
  const fits = all
    .filter(of => organization === undefined || of.organization === organization)
    .filter(of => state === undefined || of.state === state)
    .filter(of => !backups || (isSealed(of) && !isReading(of.trigger)))
    .map(({ snapshot }) => snapshot)
    .filter(snapshot => snapshot >= from && snapshot <= to)
  return newest === undefined ? fits : fits.slice(-newest)
}

test('each choice answers what looking through all of them finds', async () => {
  const { vault } = await newVault()
  for (const trigger of TRIGGERS)
    for (const organization of ORGANIZATIONS) {
      const writer = vault.begin(organization, trigger)
      await writeScope(writer, null, 'space', { [trigger]: organization.id })
      await seal(writer)
    }
  const running = vault.begin({ id: 'three', title: 'Three' }, 'schedule')
  const all = vault.snapshots()
  expect(all).toHaveLength(9)
  for (const filter of FILTERS)
    expect([filter, vault.snapshots(filter).map(({ snapshot }) => snapshot)]).toEqual([
      filter,
      chosen(all, filter),
    ])
  expect(all.map(({ snapshot }) => vault.snapshot(snapshot))).toEqual(all)
  expect(vault.snapshot(99)).toBeNull()
  expect(vault.organizations()).toEqual(['one', 'two', 'three'])
  expect(vault.moments({ from: 4 })).toEqual(
    all.slice(3).map(({ snapshot, organization, started, state, trigger }) => ({
      ...{ snapshot, organization, started, state, trigger },
    })),
  )
  await running.abandon()
})

test('an organization of which there are readings alone is not backed up', async () => {
  const { vault } = await newVault()
  const writer = vault.begin({ id: 'target', title: 'Target' }, readingTrigger('before'))
  await seal(writer)
  expect(vault.organizations()).toEqual([])
  expect(vault.snapshots()).toHaveLength(1)
})

test('one that was pruned is not there', async () => {
  const { vault, path } = await newVault()
  for (const state of ['1', '2', '3']) {
    const writer = vault.begin({ id: 'org', title: 'Org' }, 'schedule')
    await writeScope(writer, null, 'space', { a: state })
    await seal(writer)
  }
  forget(path, [1])
  await vault.prune({ undoMs: 0 })
  expect(vault.snapshot(1)).toBeNull()
  expect(vault.snapshots({ to: 2 }).map(({ snapshot }) => snapshot)).toEqual([2])
  expect(vault.moments().map(({ snapshot }) => snapshot)).toEqual([2, 3])
  expect(vault.pruned().map(({ snapshot }) => snapshot)).toEqual([1])
  expect(await rejection(() => vault.resolve('1'))).toBeInstanceOf(Error)
})
