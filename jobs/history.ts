/**
 * The history of runs as facts of the catalog, bounded: what the daemon works with. What became of each run is kept without
 * end beside it, for evidence.
 */
import { type NewRunEnd, recordRun } from '../src/evidence/records/run-records.ts'
import type { Vault, WritableVault } from '../src/vault/vault.ts'

export interface KeptHistory<Record extends NewRunEnd> {
  list(): Record[]
  find(job: string, organization: string | null, run: string): Record | null
  add(record: Record): void
  settled(job: string, organization: string | null): number | null
  settle(job: string, organization: string | null, tickMs: number): void
  organizations(job: string): string[]
}

const INDEX = 'runs'

/** `most`: of each job and organization. */
export function openHistory<Record extends NewRunEnd>(
  vault: WritableVault,
  parse: (raw: unknown) => Record | null,
  most = 200,
): KeptHistory<Record> {
  const keyOf = (job: string, organization: string | null) => `runs ${job} ${organization ?? '*'}`
  const recordsOf = (key: string) => parseList(vault.fact(key)).flatMap(raw => parse(raw) ?? [])
  const index = () => keysIn(vault)
  return {
    list: () => listHistory(vault).flatMap(raw => parse(raw) ?? []),
    find: (job, organization, run) =>
      recordsOf(keyOf(job, organization)).findLast(record => record.run === run) ?? null,
    add(record) {
      const key = keyOf(record.job, record.organization)
      const before = recordsOf(key)
      // A run every few minutes that finds nothing leaves one line, not thousands.
      if (record.outcome === 'unchanged' && before.at(-1)?.outcome === 'unchanged') before.pop()
      // First: a list that nobody finds would be lost.
      const keys = index()
      if (!keys.includes(key)) vault.setFact(INDEX, JSON.stringify([...keys, key]))
      vault.setFact(key, JSON.stringify([...before, record].slice(-most)))
      recordRun(vault, record)
    },
    settled(job, organization) {
      const text = vault.fact(`settled ${job} ${organization ?? '*'}`)
      return text === null ? null : Date.parse(text)
    },
    settle(job, organization, tickMs) {
      vault.setFact(`settled ${job} ${organization ?? '*'}`, new Date(tickMs).toISOString())
    },
    organizations: job =>
      index().flatMap(key => {
        const prefix = `runs ${job} `
        return key.startsWith(prefix) && key !== `${prefix}*` ? [key.slice(prefix.length)] : []
      }),
  }
}

/** As they were entered, of each job and organization the oldest first. */
export function listHistory(vault: Pick<Vault, 'fact'>): unknown[] {
  return keysIn(vault).flatMap(key => parseList(vault.fact(key)))
}

function keysIn(vault: Pick<Vault, 'fact'>): string[] {
  return parseList(vault.fact(INDEX)).filter(key => typeof key === 'string')
}

function parseList(text: string | null): unknown[] {
  const parsed: unknown = text === null ? [] : JSON.parse(text)
  return Array.isArray(parsed) ? parsed : []
}
