/**
 * The vaults that views read: opened once, and what is asked of a vault by every view remembered until somebody has written
 * to it. A vault that was put in the place of another is opened anew.
 */
import { statSync } from 'node:fs'
import { isReading, isSealed, type SnapshotSummary } from '../../model/snapshot.ts'
import { layoutOf } from '../../vault/layout.ts'
import { openVault, type Vault } from '../../vault/vault.ts'
import type { WebPlatform, WebSource } from '../source.ts'
import { type Findings, makeFindings } from './findings.ts'

export interface ReadVault {
  vault: Vault
  /** Without what restores read of their targets; oldest first. */
  backups: readonly SnapshotSummary[]
  /** What was found out, until somebody writes to the vault. */
  found: Findings
}

interface Opened extends ReadVault {
  file: string
  timezone: string
  /** Of the vault, when `backups` was read. */
  changes: number
  /** Milliseconds since the epoch. */
  readAt: number
}

/**
 * Of decoded blocks, for all vaults: whoever looks at nights goes to and fro, where a backup reads in the order of storing. A
 * year of 10,000 pages has 28 MiB of them; with less than all of it, a list of changes took twice as long (`npm run bench:web`).
 */
const CACHE_BYTES = 64 * 1024 * 1024
/** However many vaults there are. */
const LEAST_CACHE_BYTES = 2 * 1024 * 1024

/** Pins and holds end by themselves. */
const FRESH_MS = 60_000

export interface Readers {
  /** Throws VaultMissing, VaultUnusable, DamageFound. */
  of(platform: WebPlatform): ReadVault
  close(): void
}

export function makeReaders({ now, platforms }: Pick<WebSource, 'now' | 'platforms'>): Readers {
  const opened = new Map<string, Opened>()
  const reopen = ({ vaultPath, timezone }: WebPlatform): Opened => {
    opened.get(vaultPath)?.vault.close()
    opened.delete(vaultPath)
    const file = identityOf(vaultPath)
    const cacheBytes = Math.max(LEAST_CACHE_BYTES, Math.floor(CACHE_BYTES / platforms().length))
    const vault = openVault(vaultPath, { timezone, cacheBytes })
    const reader = { vault, file, timezone, backups: [], found: makeFindings(), changes: -1, readAt: 0 }
    opened.set(vaultPath, reader)
    return reader
  }
  return {
    of(platform) {
      const known = opened.get(platform.vaultPath)
      const isSame = known?.file === identityOf(platform.vaultPath) && known.timezone === platform.timezone
      const reader = known && isSame ? known : reopen(platform)
      const changes = reader.vault.changeCount()
      if (changes !== reader.changes || now() - reader.readAt > FRESH_MS) {
        reader.backups = reader.vault.snapshots().filter(({ trigger }) => !isReading(trigger))
        reader.found = makeFindings()
        reader.changes = changes
        reader.readAt = now()
      }
      return reader
    },
    close() {
      for (const { vault } of opened.values()) vault.close()
      opened.clear()
    },
  }
}

/** Which file it is: another one may have been put in its place. */
function identityOf(vaultPath: string): string {
  const { dev, ino } = statSync(layoutOf(vaultPath).catalog, { throwIfNoEntry: false }) ?? { dev: 0, ino: 0 }
  return `${dev} ${ino}`
}

export function sealedIn(backups: readonly SnapshotSummary[]): SnapshotSummary[] {
  return backups.filter(isSealed)
}
