/** What reports take from the configuration, and what they say about it. */
import type { Config } from '../config/settings.ts'
import type { Origin } from '../src/audit/about.ts'
import type { AuditSettings } from '../src/audit/audit.ts'
import { openSigner } from '../src/audit/ledger/keys.ts'
import type { Book } from '../src/audit/ledger/write.ts'
import type { MassChangeLimits } from '../src/audit/mass-change.ts'
import { canonicalJson, digestOf } from '../src/model/digest.ts'
import { openLedger } from '../src/vault/ledger.ts'

export function auditSettingsOf(config: Config): AuditSettings {
  return {
    rules: config['audit.rules'],
    domains: config['audit.domains'],
    leavers: config['audit.leavers'],
    dormantAfterMs: config['audit.dormantAfter'],
    resolution: config['audit.resolution'],
    massChange: massChangeLimits(config),
    trustedForMs: config['backup.exactEvery'],
  }
}

function massChangeLimits(config: Config): MassChangeLimits {
  return {
    administrators: config['audit.massAdministrators'],
    removedPercent: config['audit.massRemoval'],
    removedLeast: config['audit.massRemovalFrom'],
  }
}

/** Close its ledger. Throws UsageError for a key that is none, or lies inside the vault. */
export function openBook(config: Config): Book {
  const file = config['audit.keyFile']
  const signer = file === null ? null : openSigner(file, config['vault.path'])
  return { ledger: openLedger(config['vault.path'], 'append'), signer }
}

export function originOf(config: Config, version: string, nowMs: number, book: Book | null): Origin {
  return {
    version,
    created: new Date(nowMs).toISOString(),
    configuration: digestOf(canonicalJson({ ...config, 'platform.token': null })),
    previous: book?.ledger.head()?.hash ?? null,
  }
}
