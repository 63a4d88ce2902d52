/**
 * Every setting, once: the loader, the environment names, `--help` and the tables of the manual are made from this.
 *
 * Adding a setting is one entry in the file of its area. `type` says how text from the environment or the file is read.
 */
import type { Setting, SettingTypes } from './setting.ts'
import { anomalySettings } from './settings/anomalies.ts'
import { approvalSettings } from './settings/approvals.ts'
import { auditSettings } from './settings/audit.ts'
import { backupSettings } from './settings/backup.ts'
import { checkSettings } from './settings/check.ts'
import { compactSettings } from './settings/compact.ts'
import { daemonSettings } from './settings/daemon.ts'
import { fileSettings } from './settings/files.ts'
import { fleetSettings } from './settings/fleet.ts'
import { mirrorSettings } from './settings/mirror.ts'
import { notifySettings } from './settings/notify.ts'
import { objectiveSettings } from './settings/objectives.ts'
import { platformSettings } from './settings/platform.ts'
import { redisSettings } from './settings/redis.ts'
import { replicaSettings } from './settings/replica.ts'
import { restoreSettings } from './settings/restore.ts'
import { retentionSettings } from './settings/retention.ts'
import { searchSettings } from './settings/search.ts'
import { serverSettings } from './settings/server.ts'
import { vaultSettings } from './settings/vault.ts'

export type { Setting, SettingTypes } from './setting.ts'

export const settings = {
  ...platformSettings,
  ...vaultSettings,
  ...fileSettings,
  ...backupSettings,
  ...auditSettings,
  ...anomalySettings,
  ...approvalSettings,
  ...restoreSettings,
  ...objectiveSettings,
  ...checkSettings,
  ...retentionSettings,
  ...compactSettings,
  ...replicaSettings,
  ...redisSettings,
  ...daemonSettings,
  ...fleetSettings,
  ...searchSettings,
  ...serverSettings,
  ...notifySettings,
  ...mirrorSettings,
} as const satisfies Record<string, Setting>

type Settings = typeof settings
export type SettingKey = keyof Settings

type ValueOf<S extends Setting> = SettingTypes[S['type']] | (S['default'] extends null ? null : never)

/** Every setting with its value: flat, by dotted key. */
export type Config = { readonly [K in SettingKey]: ValueOf<Settings[K]> }

/** `platform.allowPrivateAddresses` → `DOCVAULT_PLATFORM_ALLOW_PRIVATE_ADDRESSES`. */
export function environmentName(key: string): string {
  return `DOCVAULT_${key
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll('.', '_')
    .toUpperCase()}`
}
