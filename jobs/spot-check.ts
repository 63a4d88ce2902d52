/** Reads some resources of each organization's newest snapshot again from the platform, and compares. */
import type { Config } from '../config/settings.ts'
import { openSigner } from '../src/audit/ledger/keys.ts'
import { noteAct } from '../src/audit/ledger/write.ts'
import { VaultUnusable } from '../src/model/errors.ts'
import { isKeptKind } from '../src/model/kept-kind.ts'
import { resources } from '../src/resources/index.ts'
import { openLedger } from '../src/vault/ledger.ts'
import { openVault } from '../src/vault/vault.ts'
import { spotCheck as spot } from '../src/verify/spot/spot-check.ts'
import type { SpotReport, SpotResult } from '../src/verify/spot/types.ts'
import type { Actor } from './annotate.ts'
import type { CheckEvent } from './check.ts'
import { withClient, withHeld } from './held.ts'
import type { Job } from './job.ts'
import { chosenOrganizations } from './organizations.ts'

export interface SpotCheckData extends Actor {
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
  async run(context, { count, by }) {
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
            const made = await spot({ ...request, organization, snapshot })
            enter(config, by, {
              organization: organization.id,
              snapshot: made.snapshot,
              results: made.results,
            })
            answers.push({ organization: organization.title, ...made })
          }
          return answers
        }),
      )
    } finally {
      vault.close()
    }
  },
}

/** In the ledger, where that can be written: a check works on a medium that is only read, too. */
function enter(
  config: Config,
  by: string,
  { results, ...of }: { organization: string; snapshot: number; results: readonly SpotResult[] },
): void {
  const keyFile = config['audit.keyFile']
  const signer = keyFile === null ? null : openSigner(keyFile, config['vault.path'])
  const counts: Record<string, number> = {}
  for (const { state } of results) counts[state] = (counts[state] ?? 0) + 1
  try {
    const ledger = openLedger(config['vault.path'], 'append')
    try {
      const note = noteAct(signer, new Date().toISOString())
      ledger.append(note({ act: 'spot-check', ...of, results: counts }, by))
    } finally {
      ledger.close()
    }
  } catch (error) {
    if (!(error instanceof VaultUnusable)) throw error
  }
}

/** As a backup reads. */
function readingOf(config: Config) {
  return {
    formats: config['backup.formats'],
    knownSites: config['platform.sites'],
    alsoRead: config['backup.alsoRead'].filter(isKeptKind),
  }
}
