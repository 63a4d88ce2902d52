/**
 * What becomes of one damage: what `check` says, what the backup after it does, and whether what that sealed is true.
 */
import { cpSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { damageError } from '../../../src/model/disk-errors.ts'
import { DocvaultError } from '../../../src/model/errors.ts'
import { HINTS } from '../../../src/vault/catalog/coverage.ts'
import { checkVaultAt, type Finding, openVaultForWriting } from '../../../src/vault/vault.ts'
import { recordFindings } from '../../../src/verify/check-records.ts'
import type { Injury, Random } from './injuries.ts'
import type { RichVaults } from './rich-vault.ts'
import { backUpNight, NIGHTS, nightOf, wrongIn } from './world.ts'

/** `unchanged`: every row and the schema read as before. */
export type Told = 'named' | 'unchanged' | 'hint' | 'SILENT' | 'FELL OVER'
/** `wrong`: what it sealed is not what the platform had, and `check` does not name that. */
export type After = 'refused' | 'healed' | 'sealed, named' | 'sealed wrong, named' | 'WRONG' | 'FELL OVER'

export interface Verdict {
  name: string
  told: Told
  after: After
  detail: string
}

/** Null where the vault has nothing of this class. */
export async function judge(
  injury: Injury,
  vaults: RichVaults,
  work: { folder: string; random: Random },
): Promise<Verdict | null> {
  const source = injury.open ? vaults.open : vaults.closed
  const path = join(work.folder, 'vault')
  rmSync(path, { recursive: true, force: true })
  cpSync(source, path, { recursive: true })
  if (!injury.apply(path, work.random)) return null
  const before = await codesOf(path)
  const told = await tell(injury, source, path, before)
  const { after, detail } = await follow(path)
  return { name: injury.name, told, after, detail: `${before.join(' ')} | ${detail}` }
}

async function tell(injury: Injury, source: string, path: string, codes: string[]): Promise<Told> {
  if (codes[0]?.startsWith('FELL OVER')) return 'FELL OVER'
  if (codes.length > 0) return 'named'
  if (isHint(injury.name)) return 'hint'
  return injury.name.includes('catalog.db') && dump(source) === dump(path) ? 'unchanged' : 'SILENT'
}

function isHint(name: string): boolean {
  const removed = / (removed|row deleted)$/.test(name)
  return HINTS.some(hint => {
    const isNamed = name.startsWith(`${hint.name} `) || name.startsWith(`${hint.name}.`)
    return isNamed && (hint.when !== 'removed' || removed)
  })
}

/** Damage by its codes; empty: none found. */
async function codesOf(path: string): Promise<string[]> {
  try {
    const findings: Finding[] = recordFindings(path)
    for await (const finding of checkVaultAt(path, { readData: true })) findings.push(finding)
    return [...new Set(findings.filter(one => one.severity === 'damage').map(one => one.code))]
  } catch (error) {
    if (error instanceof DocvaultError) return [`refused:${error.code}`]
    return [`FELL OVER ${error}`]
  }
}

async function follow(path: string): Promise<{ after: After; detail: string }> {
  const night = nightOf(NIGHTS + 1)
  try {
    const vault = await openVaultForWriting(path, { clock: () => night.now })
    try {
      const { snapshot } = await backUpNight(vault, night)
      const wrong = wrongIn(vault, snapshot, night)
      const codes = await codesOf(path)
      if (wrong !== null) return { after: codes.length > 0 ? 'sealed wrong, named' : 'WRONG', detail: wrong }
      return { after: codes.length > 0 ? 'sealed, named' : 'healed', detail: codes.join(' ') }
    } finally {
      await vault.close()
    }
  } catch (thrown) {
    // As at the edge of the program.
    const error = damageError(thrown) ?? thrown
    const detail = error instanceof Error ? error.message : String(error)
    return { after: error instanceof DocvaultError ? 'refused' : 'FELL OVER', detail }
  }
}

/** Everything that the catalog says. */
function dump(path: string): string {
  const file = join(path, 'catalog.db')
  if (!existsSync(file)) return 'no catalog'
  const db = new Database(file, { readonly: true })
  try {
    const tables = db.prepare(`SELECT type, name, sql FROM sqlite_schema ORDER BY name`).raw().all()
    const rows = db
      .prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`)
      .pluck()
      .all()
      .map(name => db.prepare(`SELECT * FROM "${name}"`).raw().all())
    const format = ['user_version', 'application_id'].map(name => db.pragma(name, { simple: true }))
    return JSON.stringify([tables, rows, format])
  } catch (error) {
    return `unreadable: ${error}`
  } finally {
    db.close()
  }
}
