/** Vaults whose snapshots were taken at times of the test's choosing. */
import { join } from 'node:path'
import { openVault, openVaultForWriting, type Vault, type WritableVault } from '../../src/vault/vault.ts'
import { seal, temporaryFolder, writeScope } from '../vault/fixture.ts'

export interface DatedSnapshot {
  /** ISO 8601. */
  at: string
  state?: 'complete' | 'partial' | 'running'
  tick?: string
  trigger?: string
  organization?: string
}

/** Each day at two, so many, the last one on that day. */
export function nights(count: number, last: string): DatedSnapshot[] {
  const end = Date.parse(`${last}T02:00Z`)
  return Array.from({ length: count }, (_, index) => ({
    at: new Date(end - (count - 1 - index) * 86_400_000).toISOString(),
  }))
}

/** Closed, and in a folder that is gone after the test. */
export async function makeDatedVault(snapshots: readonly DatedSnapshot[]): Promise<string> {
  const path = join(temporaryFolder(), 'vault')
  let now = Date.parse(snapshots[0]?.at ?? '2026-01-01')
  const vault = await openVaultForWriting(path, { clock: () => now })
  for (const snapshot of snapshots) {
    now = Date.parse(snapshot.at)
    await take(vault, snapshot)
  }
  await vault.close()
  return path
}

async function take(
  vault: WritableVault,
  { at, state = 'complete', tick, trigger = 'schedule', organization = 'org' }: DatedSnapshot,
): Promise<void> {
  const begun = vault.begin(
    { id: organization, title: organization },
    trigger,
    tick === undefined ? undefined : Date.parse(tick),
  )
  if (state === 'running') return begun.abandon()
  await writeScope(begun, null, 'space', { a: at })
  if (state === 'partial') begun.gap({ kind: 'team', parentKey: null, class: 'refused', message: 'no' })
  await seal(begun)
}

/** While it is open for writing. */
export async function withVault<T>(path: string, work: (vault: WritableVault) => T | Promise<T>): Promise<T> {
  const vault = await openVaultForWriting(path)
  try {
    return await work(vault)
  } finally {
    await vault.close()
  }
}

export function reading<T>(path: string, work: (vault: Vault) => T): T {
  const vault = openVault(path)
  try {
    return work(vault)
  } finally {
    vault.close()
  }
}
