/** The vault of the configuration, to be read: times are named and shown in the zone of the schedules. */
import type { ReadingOptions } from '../vault/types.ts'
import { openVault, type Vault } from '../vault/vault.ts'
import type { CommandContext } from './command.ts'

/** Close it. */
export function openConfigured(
  { config, now }: Pick<CommandContext, 'config' | 'now'>,
  options: Pick<ReadingOptions, 'cacheBytes'> = {},
): Vault {
  const settings = config()
  return openVault(settings['vault.path'], {
    ...options,
    timezone: settings['schedules.timezone'],
    clock: now,
  })
}
