/** Which platform a command of the fleet is about: the vault is that of one. */
import type { PlatformConfig } from '../../config/load.ts'
import { UsageError } from '../model/errors.ts'
import type { CommandContext } from './command.ts'

/** Throws UsageError where there are several and none is named. */
export function platformOf({ config, platforms }: CommandContext): PlatformConfig {
  const chosen = config()
  const found = platforms().find(platform => platform.config['vault.path'] === chosen['vault.path'])
  if (found) return { name: found.name, config: chosen }
  throw new UsageError(
    'fleet.host says whose a vault is that the configuration names, and --vault names another',
    {
      hint: 'leave --vault away',
    },
  )
}
