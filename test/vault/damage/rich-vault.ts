/**
 * A vault with something in every table and every kind of file: nights of which one is partial, a restore and one that
 * was taken back, a ledger, the record of a drill, large files, a lease that a dead process left. Once closed, and once
 * as a copy while somebody reads: there the newest snapshot stands in the log only.
 */
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect } from 'vitest'
import { openLedger } from '../../../src/vault/ledger.ts'
import { checkVaultAt, openVaultForWriting, type WritableVault } from '../../../src/vault/vault.ts'
import { storeRecord } from '../../../src/verify/record.ts'
import { backUpNight, COMPANY, NIGHTS, nightOf } from './world.ts'

export interface RichVaults {
  closed: string
  /** With a catalog.db-wal. */
  open: string
}

const OPTIONS = { inlineLimitBytes: 200, blockBytes: 4096 }

export async function makeRichVaults(folder: string): Promise<RichVaults> {
  const [closed, open] = [join(folder, 'closed'), join(folder, 'open')]
  let now = 0
  const vault = await openVaultForWriting(closed, {
    ...OPTIONS,
    clock: () => now,
    claim: { host: null, epoch: 1 },
  })
  for (let night = 1; night < NIGHTS; night++) {
    now = nightOf(night).now
    await backUpNight(vault, nightOf(night))
    if (night === 3) writeRestores(vault)
    vault.setFact(`settled backup ${night}`, new Date(now).toISOString())
    vault.setFact('offers:revisions', 'true')
  }
  writeLedger(closed)
  storeRecord(closed, null, drillReport())
  const reader = new Database(join(closed, 'catalog.db'), { readonly: true, timeout: 0 })
  reader.exec('BEGIN')
  reader.prepare('SELECT count(*) FROM snapshot').get()
  now = nightOf(NIGHTS).now
  await backUpNight(vault, nightOf(NIGHTS))
  cpSync(closed, open, { recursive: true })
  rmSync(join(open, 'catalog.db-shm'), { force: true })
  reader.close()
  await vault.close()
  leaveLease(closed)
  for await (const finding of checkVaultAt(closed, { readData: true })) expect(finding).toBeUndefined()
  return { closed, open }
}

function writeRestores({ restores }: WritableVault): void {
  for (const state of ['complete', 'undone'] as const) {
    const run = restores.beginRun({ snapshot: 2, target: COMPANY.id, before: 3, request: { snapshot: 2 } })
    for (const write of ['page p11', 'page p12', 'space-member ada']) {
      restores.line(run, { write, state: 'begun', detail: null })
      restores.line(run, { write, state: 'done', detail: `{"id":"${write}"}` })
    }
    restores.putIds(
      ['p11', 'p12'].map(id => ({ run, kind: 'page', source: `s1/${id}`, target: `n${id}`, made: true })),
    )
    restores.endRun(run, { state, after: null, report: { steps: 3 } })
  }
}

function writeLedger(path: string): void {
  const ledger = openLedger(path, 'append')
  for (const what of ['audit changes', 'audit access', 'audit changes'])
    ledger.append({
      body: (number, previous) => JSON.stringify({ number, previous, what }),
      sign: () => ({ signature: 'c2lnbmF0dXJl', key: 'key' }),
    })
  ledger.close()
}

function drillReport(): Parameters<typeof storeRecord>[2] {
  return {
    snapshot: 2,
    snapshotDigest: null,
    organization: COMPANY.id,
    target: 'full',
    drill: 1,
    faults: null,
    started: '2026-11-03T03:00:00.000Z',
    passed: true,
    duration_ms: 1000,
    recovery_ms: 500,
    pages: 24,
    files: 0,
    bytes: 1000,
    steps: 30,
    failures: [],
    from: null,
    replicas: [],
    damaged: [],
    differences: [],
    kinds: [],
    references: null,
  }
}

function leaveLease(path: string): void {
  const db = new Database(join(path, 'catalog.db'))
  const at = nightOf(NIGHTS).now
  db.prepare(`INSERT INTO lease VALUES (1, 'dead', 4194304, 'elsewhere', '1', ?, ?, 'docvault backup')`).run(
    at,
    at,
  )
  db.close()
}
