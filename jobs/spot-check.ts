/** Reads some resources of each organization's newest snapshot again from the platform, and compares. */
import type { Config } from '../config/settings.ts'
import { isKeptKind } from '../src/model/kept-kind.ts'
import { resources } from '../src/resources/index.ts'
import { openVault } from '../src/vault/vault.ts'
import { spotCheck as spot } from '../src/verify/spot/spot-check.ts'
import type { SpotReport } from '../src/verify/spot/types.ts'
import type { CheckEvent } from './check.ts'
import { withClient, withHeld } from './held.ts'
import type { Job } from './job.ts'
import { chosenOrganizations } from './organizations.ts'

export interface SpotCheckData {
  /** How many resources of each organization; from 1. */
  count: number
}

export interface SpotAnswer extends SpotReport {
  /** Title. */
  organization: string
}

export const spotCheck: Job<SpotCheckData, SpotAnswer[], CheckEvent> = {
  name: 'spot-check',
  doc: 'Reads some resources of the newest snapshots again from the platform, and compares.',
  async run(context, { count }) {
    const { config, signal } = context
    const vault = openVault(config['vault.path'], { timezone: config['schedules.timezone'] })
    try {
      return await withHeld(context, 'docvault check', held =>
        withClient(held, signal, async platform => {
          const answers: SpotAnswer[] = []
          const organizations = await chosenOrganizations(platform, config['platform.organizations'])
          const report = (done: number, total: number) =>
            context.report({
              done: answers.length * count + done,
              total: (organizations.length - 1) * count + total,
            })
          const request = { platform, vault, resources, count, signal, report, ...readingOf(config) }
          for (const organization of organizations) {
            const snapshot = vault.resolve('latest', { organization: organization.id })
            answers.push({
              organization: organization.title,
              ...(await spot({ ...request, organization, snapshot })),
            })
          }
          return answers
        }),
      )
    } finally {
      vault.close()
    }
  },
}

/** As a backup reads. */
function readingOf(config: Config) {
  return {
    formats: config['backup.formats'],
    knownSites: config['platform.sites'],
    alsoRead: config['backup.alsoRead'].filter(isKeptKind),
  }
}
