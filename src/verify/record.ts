/**
 * The record of a drill: what was proved, when and how fast, signed with Ed25519. Kept as one file each beside the
 * catalog; whoever has the public key can check one without docvault.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { canonicalJson } from '../model/digest.ts'
import { isSignedBy, pemOf, publicHalf, signBytes } from '../model/ed25519.ts'
import type { DrillReport } from './drill.ts'
import { ownKey, readKey } from './drill-key.ts'

export interface DrillRecord {
  report: DrillReport
  /** PEM. */
  publicKey: string
  /** Over the canonical JSON of the report; base64. */
  signature: string
}

const FOLDER = 'drills'

export function storeRecord(vaultPath: string, keyFile: string | null, report: DrillReport): string {
  const folder = join(vaultPath, FOLDER)
  mkdirSync(folder, { recursive: true })
  const key = keyFile === null ? ownKey(folder) : readKey(keyFile)
  const signature = signBytes(key, Buffer.from(canonicalJson(report)))
  const publicKey = pemOf(publicHalf(key))
  const record: DrillRecord = { report, publicKey, signature }
  const file = join(folder, `${report.started.replaceAll(':', '-')}.json`)
  writeFileSync(`${file}.part`, `${JSON.stringify(record, null, 2)}\n`)
  renameSync(`${file}.part`, file)
  return file
}

/** Everything in the folder of records, by name. */
export function recordFiles(vaultPath: string): string[] {
  const folder = join(vaultPath, FOLDER)
  return existsSync(folder)
    ? readdirSync(folder)
        .sort()
        .map(name => join(folder, name))
    : []
}

/** Oldest first, each with whether its signature holds. */
export function readRecords(vaultPath: string): { file: string; record: DrillRecord; valid: boolean }[] {
  const folder = join(vaultPath, FOLDER)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter(name => name.endsWith('.json'))
    .sort()
    .map(name => {
      const record: DrillRecord = JSON.parse(readFileSync(join(folder, name), 'utf8'))
      return { file: join(folder, name), record, valid: isValid(record) }
    })
}

export function isValid({ report, publicKey, signature }: DrillRecord): boolean {
  return isSignedBy(publicKey, Buffer.from(canonicalJson(report ?? null)), signature)
}
