/**
 * The one writing connection of a catalog: every write goes through `transact`, which holds the lease for certain
 * and first stores the resource names handed out since the last one.
 */
import assert from 'node:assert/strict'
import type { Checkpointer } from './checkpointer.ts'
import { type Connection, prepareOnce } from './connection.ts'
import type { Lease } from './lease.ts'
import { type CatalogLog, makeLog } from './log.ts'
import { makeResourceNames, type ResourceNames } from './resource-names.ts'
import { translated } from './sqlite-error.ts'
import { keepTally } from './tally.ts'
import { makeTerms, type Terms } from './terms.ts'

export interface CatalogWriter {
  readonly db: Connection
  readonly terms: Terms
  readonly names: ResourceNames
  readonly log: CatalogLog
  /** Throws VaultLocked when the lease was lost; whatever is thrown, nothing is written. */
  transact<T>(work: () => T): T
  /** Id of a word, stored when it is new. Never inside a transaction. */
  intern(text: string): number
  organization(platformId: string): number
}

export function makeCatalogWriter(db: Connection, lease: Lease, checkpointer?: Checkpointer): CatalogWriter {
  const log = makeLog(db, checkpointer)
  const terms = makeTerms(db, { isWriter: true })
  const names = makeResourceNames(db)
  const transact = <T>(work: () => T): T => {
    const guarded = db.transaction(() => {
      lease.assertHeld()
      names.store()
      return work()
    })
    try {
      keepTally(db)
      const result = guarded.immediate()
      names.stored()
      log.committed()
      return result
    } catch (error) {
      throw translated(error, db.name)
    }
  }
  return {
    db,
    terms,
    names,
    log,
    transact,
    intern: internWith(db, terms, transact),
    organization: organizationWith(db, transact),
  }
}

type Transact = CatalogWriter['transact']

function internWith(db: Connection, terms: Terms, transact: Transact): (text: string) => number {
  return text => {
    const known = terms.find(text)
    if (known !== null) return known
    assert(!db.inTransaction, 'a rolled back word would stay in the cache')
    const insert = prepareOnce<[string], never>(db, 'INSERT INTO term (text) VALUES (?)')
    const id = Number(transact(() => insert.run(text)).lastInsertRowid)
    terms.learn({ id, text })
    return id
  }
}

function organizationWith(db: Connection, transact: Transact): (platformId: string) => number {
  const find = 'SELECT id FROM organization WHERE platform_id = +?'
  const insert = 'INSERT INTO organization (platform_id) VALUES (?)'
  return platformId =>
    prepareOnce<[string], { id: number }>(db, find).get(platformId)?.id ??
    Number(transact(() => prepareOnce<[string], never>(db, insert).run(platformId)).lastInsertRowid)
}
