/** Who made a change that `diff` describes, as far as the platform recorded it: for whoever tells one thing's life. */
import type { DescribedChange } from '../../diff/change.ts'
import { makeLabelOf } from '../../diff/describe.ts'
import type { SnapshotSummary } from '../../model/snapshot.ts'
import { resources } from '../../resources/index.ts'
import { ACCOUNT } from '../../resources/people.ts'
import type { Vault } from '../../vault/vault.ts'
import { type Attribution, makeAttribute } from './actors.ts'

export interface ByWhomOptions {
  vault: Vault
  /** In a fast run, what is not read in every run may be as old as this. */
  trustedForMs: number
}

/** `before`: the snapshot that the change is seen against. Null: nobody is named. */
export type ByWhom = (
  change: Pick<DescribedChange, 'type' | 'before' | 'after' | 'fields'>,
  before: SnapshotSummary,
) => Attribution | null

/** Of changes that were seen in `snapshot`. */
export function makeByWhom({ vault, trustedForMs }: ByWhomOptions, snapshot: SnapshotSummary): ByWhom {
  const label = makeLabelOf(vault, resources)
  const nameOf = (user: string) => {
    const [found] = vault.find(snapshot.snapshot, ACCOUNT, user)
    return found ? label(found) : null
  }
  const attribute = makeAttribute({ vault, resources, trustedForMs, nameOf }, snapshot)
  return ({ type, before, after, fields }, since) => {
    const resource = after ?? before
    if (resource === null || type === 'unknown') return null
    const changed = fields.map(({ path }) => path.split(/[.[]/)[0] ?? path)
    const found = attribute({ resource, event: type, fields: changed }, since)
    return found.actor === 'unknown' ? null : found
  }
}
