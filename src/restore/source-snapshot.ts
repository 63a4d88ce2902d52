/**
 * Which snapshot `latest` or a time means when something is put back from it: never one that a restore took of its
 * target, which may be the empty organization that the restore was to fill. Those can be named by number.
 */
import type { SnapshotSummary } from '../model/snapshot.ts'
import { resolveName } from '../vault/snapshot-name.ts'
import type { Vault } from '../vault/vault.ts'

const TRIGGER = 'restore ('

/** What a snapshot of the target says of why it was taken. */
export function readingTrigger(what: 'before' | 'after'): string {
  return `${TRIGGER}${what})`
}

/** Throws UsageError naming what there is. */
export function resolveSource(vault: Vault, name: string, organization: string | undefined): SnapshotSummary {
  if (/^\d+$/.test(name)) return vault.resolve(name, { organization })
  const taken = vault.snapshots({ organization }).filter(one => !one.trigger.startsWith(TRIGGER))
  const named = taken.map(({ snapshot, state, sealed }) => ({
    id: snapshot,
    state,
    sealed: typeof sealed === 'string' ? Date.parse(sealed) : null,
  }))
  return vault.resolve(String(resolveName(name, named, false)), { organization })
}
