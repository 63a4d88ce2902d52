/** Which replicas a command is about: the one that is named, or all that are configured. */
import { UsageError } from '../model/errors.ts'
import type { CommandContext } from './command.ts'

export function replicaTargets({ config }: CommandContext, named: string | undefined): readonly string[] {
  const targets = named === undefined ? config()['replica.targets'] : [named]
  if (targets.length > 0) return targets
  throw new UsageError('there is no target', {
    hint: 'name a folder, or set DOCVAULT_REPLICA_TARGETS (replica.targets) to one or more',
  })
}
