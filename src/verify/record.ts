/**
 * The record of a drill: what was proved, when and how fast, signed with Ed25519. Kept as one file each beside the
 * catalog; whoever has the public key can check one without docvault.
 */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { canonicalJson } from '../model/digest.ts'
import { UsageError } from '../model/errors.ts'
import type { DrillReport } from './drill.ts'

export interface DrillRecord {
  report: DrillReport
  /** PEM. */
  publicKey: string
  /** Over the canonical JSON of the report; base64. */
  signature: string
}

const FOLDER = 'drills'
const KEY = 'drill-key.pem'

export function storeRecord(vaultPath: string, keyFile: string | null, report: DrillReport): string {
  const folder = join(vaultPath, FOLDER)
  mkdirSync(folder, { recursive: true })
  const key = keyFile === null ? ownKey(folder) : readKey(keyFile)
  const signature = sign(null, Buffer.from(canonicalJson(report)), key).toString('base64')
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString()
  const record: DrillRecord = { report, publicKey, signature }
  const file = join(folder, `${report.started.replaceAll(':', '-')}.json`)
  writeFileSync(`${file}.part`, `${JSON.stringify(record, null, 2)}\n`)
  renameSync(`${file}.part`, file)
  return file
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
  try {
    const key = createPublicKey(publicKey)
    return verify(null, Buffer.from(canonicalJson(report)), key, Buffer.from(signature, 'base64'))
  } catch {
    return false
  }
}

function ownKey(folder: string): KeyObject {
  const file = join(folder, KEY)
  if (existsSync(file)) return readKey(file)
  const { privateKey } = generateKeyPairSync('ed25519')
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' })
  return privateKey
}

function readKey(file: string): KeyObject {
  try {
    return createPrivateKey(readFileSync(file))
  } catch (cause) {
    throw new UsageError(`${file} is no private key`, { cause, hint: 'drill.keyFile wants Ed25519 in PEM' })
  }
}
