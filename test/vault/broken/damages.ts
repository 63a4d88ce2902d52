/** Broken vaults by the name of what broke them: what a check says, what a repair does, and what a check says then. */
import { cpSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openLedger } from '../../../src/vault/ledger.ts'
import type { RemedyAction } from '../../../src/vault/repair/types.ts'
import {
  alter,
  fileIn,
  flipInBlock,
  flipInFile,
  keepCopy,
  losePage,
  ruinBlock,
  withCatalog,
} from './vaults.ts'

export interface Broken {
  vault: 'golden' | 'compacted'
  damage(path: string): void
  /** Codes of damage, in their order, each once. */
  verdict: readonly string[]
  /** Actions of the repair, each once. */
  remedies: readonly RemedyAction[]
  /** Codes of what a check finds afterwards that reads everything; known losses included. */
  after: readonly string[]
}

/** The block in which the base of a delta lies, alone or not. */
const OF_A_BASE = 'id IN (SELECT content.block FROM block AS delta JOIN content ON content.id = delta.base)'
const OF_THE_DICTIONARY =
  'id IN (SELECT content.block FROM block AS delta JOIN content ON content.id = delta.dictionary)'

export const BROKEN: Readonly<Record<string, Broken>> = {
  'a bit flipped in a block': {
    vault: 'golden',
    damage: path => flipInBlock(path, `base IS NULL AND NOT ${OF_A_BASE}`),
    verdict: ['content-damaged'],
    remedies: ['lose'],
    after: ['content-lost'],
  },
  'a bit flipped in the base of a delta': {
    vault: 'golden',
    damage: path => ruinBlock(path, OF_A_BASE),
    verdict: ['content-damaged'],
    remedies: ['lose'],
    after: ['content-lost'],
  },
  'a bit flipped in a delta': {
    vault: 'golden',
    damage: path => flipInBlock(path, 'base IS NOT NULL'),
    verdict: ['content-damaged'],
    remedies: ['lose'],
    after: ['content-lost'],
  },
  'a bit flipped in a dictionary': {
    vault: 'compacted',
    damage: path => flipInBlock(path, OF_THE_DICTIONARY),
    verdict: ['content-damaged'],
    remedies: ['drop', 'lose'],
    after: ['content-lost'],
  },
  'a bit flipped in a file': {
    vault: 'golden',
    damage: path => flipInFile(fileIn(path)),
    verdict: ['content-damaged'],
    remedies: ['lose'],
    after: ['content-lost'],
  },
  'a file that is missing': {
    vault: 'golden',
    damage: path => rmSync(fileIn(path)),
    verdict: ['file-missing', 'content-damaged'],
    remedies: ['lose'],
    after: ['content-lost'],
  },
  'a file that was cut': {
    vault: 'golden',
    damage: path => truncateSync(fileIn(path), 100),
    verdict: ['file-size', 'content-damaged'],
    remedies: ['lose'],
    after: ['content-lost'],
  },
  'a file under another name': {
    vault: 'golden',
    damage(path) {
      const file = fileIn(path)
      cpSync(file, join(path, 'files', 'plan.bak'))
      rmSync(file)
    },
    verdict: ['file-missing', 'content-damaged'],
    remedies: ['store'],
    after: ['stray-file'],
  },
  'a bit flipped where a copy of the catalog is kept from an upgrade': {
    vault: 'golden',
    damage(path) {
      keepCopy(path)
      ruinBlock(path, OF_A_BASE)
    },
    verdict: ['content-damaged'],
    remedies: ['store', 'through'],
    after: [],
  },
  'an index that is missing': {
    vault: 'golden',
    damage: path => alter(path, 'DROP INDEX version_since'),
    verdict: ['schema-changed'],
    remedies: ['rebuild'],
    after: [],
  },
  'a view that says something else': {
    vault: 'golden',
    damage: path =>
      alter(path, 'DROP VIEW dangling_reference; CREATE VIEW dangling_reference AS SELECT 1 AS snapshot'),
    verdict: ['schema-changed'],
    remedies: ['rebuild'],
    after: [],
  },
  'a trigger that somebody added': {
    vault: 'golden',
    damage: path => alter(path, 'CREATE TRIGGER quiet AFTER INSERT ON gap BEGIN DELETE FROM gap; END'),
    verdict: ['schema-changed'],
    remedies: ['rebuild'],
    after: [],
  },
  'an index with a row too few': {
    vault: 'golden',
    damage: emptyAnIndex,
    verdict: ['catalog-damaged'],
    remedies: ['rebuild'],
    after: [],
  },
  'a page of an index that is lost': {
    vault: 'compacted',
    damage: path => losePage(path, `SELECT max(pageno) FROM dbstat WHERE name = 'resource_name'`),
    verdict: ['catalog-damaged'],
    remedies: ['rebuild'],
    after: [],
  },
  'a page with bytes of a block that is lost': {
    vault: 'compacted',
    damage: path =>
      losePage(path, `SELECT min(pageno) FROM dbstat WHERE name = 'block' AND pagetype = 'overflow'`),
    verdict: ['catalog-damaged', 'content-damaged'],
    remedies: ['rebuild', 'lose'],
    after: ['content-lost'],
  },
  'a page with rows of blocks that is lost': {
    vault: 'compacted',
    damage: path =>
      losePage(path, `SELECT min(pageno) FROM dbstat WHERE name = 'block' AND pagetype = 'leaf'`),
    verdict: ['catalog-damaged'],
    remedies: ['rebuild', 'drop', 'lose'],
    after: ['content-lost'],
  },
  'a page with versions that is lost': {
    vault: 'compacted',
    damage: path => losePage(path, `SELECT max(pageno) FROM dbstat WHERE name = 'version'`),
    verdict: ['catalog-damaged'],
    remedies: ['none'],
    after: ['catalog-damaged'],
  },
  'a row of a block that was altered': {
    vault: 'compacted',
    damage: path => alter(path, 'UPDATE block SET packed = 7 WHERE id = (SELECT max(id) FROM block)'),
    verdict: ['rows-changed'],
    remedies: ['rebuild'],
    after: [],
  },
  'a table that is gone': {
    vault: 'golden',
    damage: path => alter(path, 'DROP TABLE gap'),
    verdict: ['schema-changed', 'catalog-damaged'],
    remedies: ['none'],
    after: ['schema-changed', 'catalog-damaged'],
  },
  'a head that is lost': {
    vault: 'golden',
    damage: path => rmSync(join(path, 'head.json')),
    verdict: ['head-damaged'],
    remedies: ['rebuild'],
    after: [],
  },
  'a head that was altered': {
    vault: 'golden',
    damage(path) {
      const file = join(path, 'head.json')
      writeFileSync(file, readFileSync(file, 'utf8').replace('"snapshot":2', '"snapshot":1'))
    },
    verdict: ['head-damaged'],
    remedies: ['rebuild'],
    after: [],
  },
  'a marker that is gone': {
    vault: 'golden',
    damage: path => rmSync(join(path, 'docvault-vault')),
    verdict: ['marker-changed'],
    remedies: ['rebuild'],
    after: [],
  },
  'a digest of a scope that was altered': {
    vault: 'compacted',
    damage: path =>
      alter(
        path,
        'UPDATE scope_digest SET contents = randomblob(32) WHERE rowid_of = 1'.replace(
          'rowid_of = 1',
          '(since, anchor, kind) = (SELECT since, anchor, kind FROM scope_digest LIMIT 1)',
        ),
      ),
    verdict: ['rows-changed', 'contents-mismatch'],
    remedies: ['rebuild'],
    after: [],
  },
  'a digest of a scope that is gone': {
    vault: 'compacted',
    damage: path =>
      alter(
        path,
        'DELETE FROM scope_digest WHERE (since, anchor, kind) = (SELECT since, anchor, kind FROM scope_digest WHERE until IS NOT NULL LIMIT 1)',
      ),
    verdict: ['rows-changed', 'contents-mismatch'],
    remedies: ['rebuild'],
    after: [],
  },
  'a count of versions that was altered': {
    vault: 'compacted',
    damage: path => alter(path, `UPDATE tally SET sum = sum + 1 WHERE name = 'version' AND part = 2`),
    verdict: ['rows-changed'],
    remedies: ['rebuild'],
    after: [],
  },
  'a count of contents that was altered': {
    vault: 'compacted',
    damage: path => alter(path, `UPDATE tally SET sum = sum + 1 WHERE name = 'content'`),
    verdict: ['rows-changed'],
    remedies: ['none'],
    after: ['rows-changed'],
  },
  'a version that was altered': {
    vault: 'compacted',
    damage: path =>
      alter(
        path,
        'UPDATE version SET change_digest = randomblob(32) WHERE since = 2 AND resource = (SELECT max(resource) FROM version WHERE since = 2)',
      ),
    verdict: ['rows-changed', 'contents-mismatch'],
    remedies: ['none'],
    after: ['rows-changed', 'contents-mismatch'],
  },
  'an entry of the ledger that was altered': {
    vault: 'golden',
    damage: path => alter(path, `DROP TRIGGER ledger_stays; UPDATE ledger SET body = 'forged'`),
    verdict: ['schema-changed', 'rows-changed', 'ledger-broken'],
    remedies: ['rebuild', 'none'],
    after: ['rows-changed', 'ledger-broken'],
  },
  'a log that is lost': {
    vault: 'golden',
    damage: loseLog,
    verdict: ['snapshot-lost'],
    remedies: ['none'],
    after: ['snapshot-lost'],
  },
}

/** Made over too few rows, under the name and the words of the right one. */
function emptyAnIndex(path: string): void {
  withCatalog(path, db => {
    const sql = db.prepare(`SELECT sql FROM sqlite_schema WHERE name = 'version_until'`).pluck().get()
    db.exec('DROP INDEX version_until; CREATE INDEX version_until ON version (until) WHERE until > 1000')
    db.unsafeMode()
    db.pragma('writable_schema = ON')
    db.prepare(`UPDATE sqlite_schema SET sql = ? WHERE name = 'version_until'`).run(sql)
  })
}

/** The head names what stood in the log only. */
function loseLog(path: string): void {
  const file = join(path, 'catalog.db')
  const before = readFileSync(file)
  const ledger = openLedger(path, 'append')
  ledger.append({ body: () => '{}', sign: null })
  ledger.close()
  for (const end of ['-wal', '-shm']) rmSync(`${file}${end}`, { force: true })
  writeFileSync(file, before)
}
