/**
 * What follows from other things and can be made again: indexes, triggers and views, the head, the marker, and the counts and
 * digests that the seals prove. Rows that nothing else says are never made up.
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type SchemaDifference, schemaDifferences } from '../catalog/check-schema.ts'
import type { Connection } from '../catalog/connection.ts'
import { type Layout, markFolder } from '../layout.ts'
import type { Finding } from '../types.ts'
import type { Kept } from './kept.ts'
import type { Rebuild } from './rebuild.ts'
import { planScopeRows } from './scope-rows.ts'
import { planTallyRows } from './tally-rows.ts'

export interface RebuildParts {
  layout: Layout
  db: Connection
}

/** In the order in which they are made. */
export function planRebuilds(parts: RebuildParts, findings: readonly Finding[]): Rebuild[] {
  const { db } = parts
  const codes = new Set(findings.map(({ code }) => code))
  return [
    ...(codes.has('schema-changed') ? schemaDifferences(db).flatMap(schemaRebuild) : []),
    ...damagedIndexes(findings).map(indexRebuild),
    ...planScopeRows(db, findings),
    ...planTallyRows(db, findings),
    ...(codes.has('marker-changed') ? [markerRebuild(parts.layout)] : []),
    ...(codes.has('head-damaged') ? [headRebuild(parts.layout)] : []),
  ]
}

/** A table that is gone or another one holds rows, which nothing else has. */
function schemaRebuild({ message, wanted, found }: SchemaDifference): Rebuild[] {
  if (wanted?.type === 'table' || found?.type === 'table') return []
  return [
    {
      name: (wanted ?? found)?.name ?? '',
      isOf: finding => finding.code === 'schema-changed' && finding.message === message,
      from: 'the schema',
      words: wanted === null ? 'is taken out' : 'is made again from the schema',
      keep: kept => kept.note({ schema: found }),
      make(db) {
        if (found !== null) db.exec(`DROP ${found.type} "${found.name.replaceAll('"', '""')}"`)
        if (wanted !== null) db.exec(wanted.sql)
      },
    },
  ]
}

const INDEX_DAMAGE = /(?:missing from index|wrong # of entries in index|non-unique entry in index) (\w+)$/

/** Null: not of an index, so of what nothing else has. */
export function indexIn({ code, message }: Finding): string | null {
  return code === 'catalog-damaged' ? (INDEX_DAMAGE.exec(message)?.[1] ?? null) : null
}

function damagedIndexes(findings: readonly Finding[]): string[] {
  return [...new Set(findings.flatMap(finding => indexIn(finding) ?? []))]
}

function indexRebuild(index: string): Rebuild {
  return {
    name: index,
    isOf: finding => indexIn(finding) === index,
    from: 'its table',
    words: `the index ${index} is made again from its table`,
    keep: kept => kept.note({ index }),
    make: db => void db.exec(`REINDEX "${index}"`),
  }
}

function markerRebuild(layout: Layout): Rebuild {
  return {
    name: 'docvault-vault',
    isOf: ({ code }) => code === 'marker-changed',
    from: 'docvault',
    words: 'is written again',
    keep: kept => keepFile(kept, layout.marker, 'docvault-vault'),
    make: () => markFolder(layout),
  }
}

/** Written by whoever applies it, after the last entry of the ledger, which it names. */
function headRebuild(layout: Layout): Rebuild {
  return {
    name: 'head.json',
    isOf: ({ code }) => code === 'head-damaged',
    from: 'catalog.db',
    words: 'is written again from what catalog.db has: whether that had lost its end cannot be told any more',
    keep: kept => keepFile(kept, layout.head, 'head.json'),
    make() {},
  }
}

function keepFile(kept: Kept, file: string, name: string): void {
  try {
    kept.bytes(name, readFileSync(file))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    kept.note({ missing: join('.', name) })
  }
}
