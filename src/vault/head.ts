/**
 * `head.json` beside the catalog names the newest sealed snapshot of each organization and the newest entry of the
 * ledger. What was sealed may still stand in `catalog.db-wal` only, while somebody reads: SQLite takes a lost or damaged
 * log for one that was never written, and this file does not.
 */
import { readFileSync } from 'node:fs'
import { canonicalJson, digestOf } from '../model/digest.ts'
import { writeDurably } from '../model/durable-file.ts'
import { DamageFound } from '../model/errors.ts'
import type { Connection } from './catalog/connection.ts'
import { missingFrom, type Newest, newestOf } from './catalog/newest.ts'
import { isUnreadable } from './catalog/sqlite-error.ts'

export type HeadFile = { state: 'missing' | 'damaged'; newest: null } | { state: 'sound'; newest: Newest }

/** Read it before the catalog, which may only be newer then. */
export function readHead(file: string): HeadFile {
  const text = textOf(file)
  if (text === null) return { state: 'missing', newest: null }
  try {
    const value: unknown = JSON.parse(text)
    const newest = isHead(value) && value.sum === sumOf(value.newest) ? value.newest : null
    return newest === null ? { state: 'damaged', newest } : { state: 'sound', newest }
  } catch {
    return { state: 'damaged', newest: null }
  }
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

/** On the disk on return, name included. */
export function writeHead(file: string, db: Connection): void {
  const newest = newestOf(db)
  const text = `${JSON.stringify({ sum: sumOf(newest), newest })}\n`
  if (text === textOf(file)) return
  writeDurably(file, text)
}

/** Vaults of the first formats have none: they get it before they are upgraded, so that none of this format is without. */
export function makeHead(file: string, db: Connection): void {
  if (readHead(file).state === 'missing') writeHead(file, db)
}

/** Throws DamageFound where the catalog has lost what the head names; `asFound`: not for what cannot be read of it. */
export function assertHead(path: string, head: HeadFile, db: Connection, asFound = false): void {
  if (head.newest === null) return
  try {
    for (const message of missingFrom(db, head.newest)) throw lost(path, message)
  } catch (error) {
    if (!asFound || !isUnreadable(error)) throw error
  }
}

function lost(path: string, message: string): DamageFound {
  return new DamageFound(`the vault ${path} is damaged: ${message}`, {
    hint: 'was catalog.db-wal lost? bring the folder back from a copy; to go on with what is left, remove head.json from it',
  })
}

function sumOf(newest: unknown): string {
  return digestOf(canonicalJson(newest))
}

function isHead(value: unknown): value is { sum: string; newest: Newest } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'sum' in value &&
    'newest' in value &&
    typeof value.newest === 'object' &&
    value.newest !== null
  )
}
