/** What views take from the configuration of a platform. */
import type { PlatformConfig } from '../../config/load.ts'
import { configuredPolicy } from '../../jobs/retention-settings.ts'
import { RESOLUTIONS } from '../audit/access/resolve.ts'
import { makeApprovalDesk } from './approval-desk.ts'
import type { WebPlatform } from './source.ts'

/** What is done elsewhere: `done`. */
export function webPlatformOf(
  { name, config }: PlatformConfig,
  done: Pick<WebPlatform, 'find' | 'restores' | 'agenda'> & { now(): number },
): WebPlatform {
  const { now, ...rest } = done
  return {
    name,
    ...rest,
    approvalRules: {
      'approvals.actions': config['approvals.actions'],
      'approvals.staging': config['approvals.staging'],
    },
    approvals: makeApprovalDesk(config, now),
    vaultPath: config['vault.path'],
    timezone: config['schedules.timezone'],
    policy: configuredPolicy(config),
    readingsMs: config['retention.readings'],
    trustedForMs: config['backup.exactEvery'],
    resolution: RESOLUTIONS.find(known => known === config['audit.resolution']) ?? 'precedence',
  }
}
