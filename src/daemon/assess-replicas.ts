/** Says of which replicas one cannot rely on that they have what the vault has. Pure. */
import { plural } from '../model/plural.ts'
import type { Condition } from '../notify/condition.ts'
import type { ReplicaView } from '../replica/view.ts'

export interface AssessedReplicas {
  platform: string
  replicas: readonly ReplicaView[]
  replicaOverdueAfterMs: number
  /** For so long what is sent is to be locked; null: it is not. */
  replicaLockMs: number | null
  /** Milliseconds since the epoch. */
  now: number
}

export function assessReplicas(given: AssessedReplicas): Condition[] {
  return given.replicas.flatMap(replica => [...behind(given, replica), ...unlocked(given, replica)])
}

/** Each run extends what half of the lock is over of: where less than a quarter remains, none came for long. */
function unlocked({ platform, now, replicaLockMs }: AssessedReplicas, replica: ReplicaView): Condition[] {
  if (replicaLockMs === null) return []
  const { target, lockedUntil, lockFault } = replica
  const key = `replica-lock ${platform} ${target}`
  if (lockFault !== null)
    return [
      {
        ...{
          key,
          kind: 'replica',
          platform,
          organization: null,
          title: `${platform}: the replica at ${target} can be destroyed`,
        },
        text: `${lockFault}.`,
        advice:
          'give the bucket object lock and the right to use it (docs/how-to/replica.md), or take replica.lock out; the next run tries again.',
      },
    ]
  if (lockedUntil === null || Date.parse(lockedUntil) - now > replicaLockMs / 4) return []
  return [
    {
      ...{
        key,
        kind: 'replica',
        platform,
        organization: null,
        title: `${platform}: locks of the replica at ${target} are about to end`,
      },
      text: `The first one ends at ${lockedUntil}. Whoever may write there can destroy it from then on.`,
      advice: '`docvault trigger replicate` extends them; `docvault logs` of that run says what is wrong.',
    },
  ]
}

/** A run that fails is told at once; this is told where nobody heard of it, or no run was even tried. */
function behind(
  { platform, now, replicaOverdueAfterMs }: AssessedReplicas,
  replica: ReplicaView,
): Condition[] {
  const { target, pendingSince, pendingSnapshots, snapshot, sent, failure } = replica
  if (pendingSince === null || now - Date.parse(pendingSince) < replicaOverdueAfterMs) return []
  const has =
    snapshot === null
      ? 'Nothing was replicated there yet, as far as is known here.'
      : `Its newest snapshot is ${snapshot}, sent by ${sent}.`
  const why = failure === null ? '' : ` The last attempt failed at ${failure.at}: ${failure.message}.`
  return [
    {
      key: `replica ${platform} ${target}`,
      kind: 'replica',
      platform,
      organization: null,
      title: `${platform}: the replica at ${target} is behind`,
      text: `${plural(pendingSnapshots, 'snapshot')} since ${pendingSince} are in this vault alone. ${has}${why}`,
      advice:
        snapshot === null
          ? `begin it by \`docvault replicate ${target} --init\`, or take it out of replica.targets.`
          : '`docvault trigger replicate` tries at once; `docvault logs` of that run says what is wrong.',
    },
  ]
}
