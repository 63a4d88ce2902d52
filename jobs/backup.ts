/** Takes a snapshot of every organization that is configured, one after another. */

import { backUp } from '../src/backup/backup.ts'
import type { BackupEvent } from '../src/backup/run.ts'
import { UsageError } from '../src/model/errors.ts'
import type { SnapshotSummary } from '../src/model/snapshot.ts'
import type { Platform } from '../src/platform/client.ts'
import type { Organization } from '../src/platform/operations/organizations.ts'
import { resources } from '../src/resources/index.ts'
import { openVaultForWriting } from '../src/vault/vault.ts'
import type { Job } from './job.ts'
import { openPlatformFor } from './open-platform.ts'

export interface BackupData {
  trigger: string
  /** Instead of `platform.organizations`. */
  organizations?: readonly string[]
  spaces?: readonly string[]
  exact?: boolean
  /** Believe, this once, that what shrank really did. */
  allowShrink?: boolean
}

export const backup: Job<BackupData, SnapshotSummary[], BackupEvent> = {
  name: 'backup',
  doc: 'Takes a snapshot of each organization.',
  async run(context, data) {
    const { config, signal, report } = context
    const facts = new Map<string, string>()
    const platform = openPlatformFor(config, signal, {
      get: name => vault?.fact(factName(config, name)) ?? facts.get(name) ?? null,
      set: (name, value) => {
        facts.set(name, value)
        vault?.setFact(factName(config, name), value)
      },
    })
    let vault: Awaited<ReturnType<typeof openVaultForWriting>> | null = null
    try {
      const organizations = await chosen(platform, data.organizations ?? config['platform.organizations'])
      vault = await openVaultForWriting(config['vault.path'], {
        inlineLimitBytes: config['vault.inlineLimit'],
        command: 'docvault backup',
      })
      const request = {
        platform,
        vault,
        resources,
        settings: settingsOf(config, data),
        trigger: data.trigger,
        report,
      }
      // The list of organizations is paid for by the first one.
      let since = { requests: 0, bytes: 0 }
      const summaries: SnapshotSummary[] = []
      for (const organization of organizations) {
        summaries.push(await backUp({ ...request, organization, since }))
        since = { ...platform.meter }
      }
      return summaries
    } finally {
      await platform.close()
      await vault?.close()
    }
  },
}

/** A whole organization comes with the list, so one request serves them all. */
async function chosen(platform: Platform, ids: readonly string[]): Promise<Organization[]> {
  if (ids.length > 0) return Promise.all(ids.map(id => platform.organizations.get(id)))
  const found: Organization[] = []
  for await (const organization of platform.organizations.list()) found.push(organization)
  if (found.length > 0) return found
  throw new UsageError("the token's owner is in no organization", {
    hint: 'use the token of somebody who can see one',
  })
}

/** What one service lacks says nothing about another one. */
function factName(config: BackupConfig, name: string): string {
  return `${config['platform.url']} ${name}`
}

type BackupConfig = Parameters<typeof openPlatformFor>[0]

function settingsOf(config: BackupConfig, data: BackupData) {
  return {
    formats: config['backup.formats'],
    exact: data.exact ?? false,
    exactEveryMs: config['backup.exactEvery'],
    auditEveryMs: config['backup.auditEvery'],
    maxDurationMs: config['backup.maxDuration'],
    maxGaps: config['backup.maxGaps'],
    knownSites: config['platform.sites'],
    rounds: config['backup.rounds'],
    shrinkGuardPercent: data.allowShrink ? 0 : config['backup.shrinkGuard'],
    shrinkGuardFrom: config['backup.shrinkGuardFrom'],
    concurrency: config['platform.concurrency'],
    spacesAtOnce: config['backup.spacesAtOnce'],
    ...(data.spaces ? { spaces: data.spaces } : {}),
  }
}
