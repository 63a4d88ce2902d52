/**
 * The records of drills beside the catalog: each is what was signed. One that is gone proves one thing less, and nothing
 * that is untrue.
 */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Finding } from '../vault/vault.ts'
import { isAsMade } from './drill-key.ts'
import { isValid, recordFiles } from './record.ts'

export function recordFindings(vaultPath: string): Finding[] {
  return recordFiles(vaultPath).flatMap(file => {
    const reason = faultOf(file)
    if (reason === null) return []
    return { code: 'record-damaged', severity: 'damage', message: `drills/${basename(file)} ${reason}` }
  })
}

function faultOf(file: string): string | null {
  try {
    if (file.endsWith('.pem')) return isAsMade(file) ? null : 'is not the key that was made'
    if (!file.endsWith('.json')) return null
    return isValid(JSON.parse(readFileSync(file, 'utf8'))) ? null : 'is not as it was signed'
  } catch (error) {
    return `cannot be read: ${error instanceof Error ? error.message : String(error)}`
  }
}
