/** Two organizations as snapshots of one vault, and what a restore knows of them, without a platform. */
import type { RestoredId } from '../../src/model/restore-journal.ts'
import { matchStates } from '../../src/restore/match/match.ts'
import type { TargetProfile, WriterName } from '../../src/restore/read/target-profile.ts'
import { readState } from '../../src/restore/read-state.ts'
import { newVault } from '../vault/fixture.ts'
import { newScratches } from './scratches.ts'
import { type Tree, writeTree } from './snapshot-tree.ts'

export interface Sides {
  /** The organization that the snapshot is of; else another one. */
  home?: boolean
  writer?: WriterName
  known?: readonly RestoredId[]
}

/** `left` is put back, `right` is what there is. The run at work has the number 1. */
export async function sidesOf(
  left: Tree,
  right: Tree,
  { home = false, writer = 'import', known = [] }: Sides = {},
) {
  const { vault } = await newVault()
  const organization = home ? 'org' : 'other'
  const source = readState(vault, await writeTree(vault, { organization: { org: { below: left } } }))
  // What is gone has to be read as gone: a kind that is not written at all would be carried over.
  const gone = Object.fromEntries(Object.keys(left).map(kind => [kind, {}]))
  const there = await writeTree(vault, { organization: { [organization]: { below: { ...gone, ...right } } } })
  const target = readState(vault, there)
  const matches = await matchStates({ source, target, known, run: 1, scratches: newScratches() })
  const profile: TargetProfile = {
    source,
    target,
    home,
    writer,
    extended: true,
    service: 'older',
    map: matches.map,
    installable: new Set<string>(),
    template: null,
  }
  return { vault, source, target, matches, profile, organization }
}
