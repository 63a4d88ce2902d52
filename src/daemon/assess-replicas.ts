/** Says of which replicas one cannot rely on that they have what the vault has. Pure. */
import { plural } from '../model/plural.ts'
import type { Condition } from '../notify/condition.ts'
import type { ReplicaView } from '../replica/view.ts'

export interface AssessedReplicas {
  platform: string
  replicas: readonly ReplicaView[]
  replicaOverdueAfterMs: number
  /** Milliseconds since the epoch. */
  now: number
}

export function assessReplicas(given: AssessedReplicas): Condition[] {
  return given.replicas.flatMap(replica => behind(given, replica))
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
      title: `${platform}: the replica at ${target} is behind`,
      text: `${plural(pendingSnapshots, 'snapshot')} since ${pendingSince} are in this vault alone. ${has}${why}`,
      advice:
        snapshot === null
          ? `begin it by \`docvault replicate ${target} --init\`, or take it out of replica.targets.`
          : '`docvault trigger replicate` tries at once; `docvault logs` of that run says what is wrong.',
    },
  ]
}
