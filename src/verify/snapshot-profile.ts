/** Which of the emulated services the platform of a snapshot is like, by what the snapshot could not read there. */
import type { Kind } from '../model/resource.ts'
import type { SnapshotSummary } from '../model/snapshot.ts'

export type Profile = 'document' | 'full' | 'current'

export const PROFILES: readonly Profile[] = ['document', 'full', 'current']

/** `full` where the snapshot does not tell. */
export function profileOfSnapshot({
  not_offered,
  resources,
}: Pick<SnapshotSummary, 'not_offered' | 'resources'>): Profile {
  const lacks = (kind: Kind) =>
    not_offered.some(
      notOffered =>
        notOffered.kind === kind && notOffered.part === undefined && notOffered.reason !== 'not allowed',
    )
  if (lacks('agent-instructions') || lacks('installation')) return 'document'
  return lacks('link-report') || (resources['audit-event'] ?? 0) > 0 ? 'current' : 'full'
}
