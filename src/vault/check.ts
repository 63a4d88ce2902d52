/**
 * Proves that a vault holds what it says: the catalog's structure, the files, the seals, and on demand every stored
 * byte. Streams its findings, changes nothing, and goes on after each finding.
 */
import { sep } from 'node:path'
import { finished } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { DamageFound, Interrupted } from '../model/errors.ts'
import { ledgerFaults } from './catalog/check-ledger.ts'
import { schemaFaults } from './catalog/check-schema.ts'
import { sealFaults } from './catalog/check-seals.ts'
import { guarded, structureFaults, unreadable } from './catalog/check-structure.ts'
import type { Connection } from './catalog/connection.ts'
import {
  contentsByBlock,
  countContents,
  describeUsers,
  fileContents,
  type PlacedContent,
} from './catalog/content-users.ts'
import { makeContentRows } from './catalog/contents.ts'
import { missingFrom } from './catalog/newest.ts'
import { snapshotRows } from './catalog/snapshots.ts'
import { sumFaults, tallyFaults } from './catalog/tally.ts'
import type { ContentReader } from './content-reader.ts'
import type { FileStore } from './files/file-store.ts'
import { readHead } from './head.ts'
import { type Layout, markerFault } from './layout.ts'
import type { CheckOptions, Finding } from './types.ts'

export interface Checked {
  layout: Layout
  db: Connection
  files: FileStore
  contents: ContentReader
}

/** A content larger than this is verified as a stream. */
const IN_MEMORY_BYTES = 8 * 1024 * 1024
const WHOLE = { n: 1, m: 1 }

export async function* checkVault(vault: Checked, options: CheckOptions): AsyncGenerator<Finding> {
  const pace = makePace(options, () => totalOf(vault.db, options))
  const { db } = vault
  yield* guarded(folderFindings(vault), 'the folder')
  yield* guarded(schemaFaults(db), 'the schema')
  yield* structureFaults(db)
  yield* guarded(tallyFaults(db), 'table tally')
  yield* guarded(sumFaults(db), 'a table')
  yield* guarded(ledgerFaults(db), 'the ledger')
  yield* guarded(fileFindings(vault), 'the list of files')
  yield* guarded(strayFindings(vault), 'the folder of files')
  for (const fault of guarded(sealFaults(db, options.subset ?? WHOLE), 'a snapshot')) {
    if (fault === null) await pace()
    else yield fault
  }
  if (options.readData) yield* contentFindings(vault, options, pace)
}

function totalOf(db: Connection, options: CheckOptions): number {
  const sealed = snapshotRows(db).filter(row => row.sealed !== null).length
  return sealed + (options.readData ? countContents(db, options.subset ?? WHOLE) : 0)
}

/** One step done: tells progress, lets other work run, and stops when asked to. */
function makePace(options: CheckOptions, count: () => number): () => Promise<void> {
  let done = 0
  let total: number | undefined
  return async () => {
    if (options.signal?.aborted) throw new Interrupted({ cause: options.signal.reason })
    done++
    if (options.progress) {
      total ??= count()
      options.progress(done, total)
    }
    if (done % 16 === 0) await setImmediate()
  }
}

/** The catalog may be newer than its head, never older. */
function* folderFindings({ layout, db }: Checked): Generator<Finding> {
  const marker = markerFault(layout)
  if (marker !== null) yield damage('marker-changed', marker)
  const { state, newest } = readHead(layout.head)
  if (newest === null) {
    const what = state === 'missing' ? 'is missing' : 'is not as it was written'
    yield damage('head-damaged', `head.json ${what}: the loss of the newest snapshot could not be told`)
    return
  }
  for (const message of missingFrom(db, newest)) yield damage('snapshot-lost', message)
}

function* fileFindings({ db, files }: Checked): Generator<Finding> {
  for (const content of fileContents(db)) {
    const digest = content.digest.toString('hex')
    const size = files.sizeOf(digest)
    if (size === content.file) continue
    const [code, what] =
      size === null ? ['file-missing', 'is missing'] : ['file-size', `has ${size} bytes, not ${content.file}`]
    yield damage(code, `file ${digest} ${what}; ${describeUsers(db, content.id)}`)
  }
}

/** Left by a crash between file and row, or put there by somebody. Costs space only. */
function* strayFindings({ db, files }: Checked): Generator<Finding> {
  const rows = makeContentRows(db)
  for (const name of files.names()) {
    const digest = name.split(sep).at(-1) ?? ''
    const content = /^[0-9a-f]{64}$/.test(digest) ? rows.find(digest) : null
    const block = content === null ? undefined : rows.block(rows.content(content)?.block ?? 0)
    if (block?.data === null) continue
    yield { code: 'stray-file', severity: 'info', message: `files/${name} belongs to no content` }
  }
}

async function* contentFindings(
  vault: Checked,
  options: CheckOptions,
  pace: () => Promise<void>,
): AsyncGenerator<Finding> {
  for (const content of guarded(contentsByBlock(vault.db, options.subset ?? WHOLE), 'the contents')) {
    if ('code' in content) {
      yield content
      continue
    }
    const reason = await damageOf(vault, content)
    if (reason !== null) {
      yield damage('content-damaged', `${reason}; ${describeUsers(vault.db, content.id)}`)
    }
    await pace()
  }
}

async function damageOf(vault: Checked, content: PlacedContent): Promise<string | null> {
  try {
    if (content.bytes <= IN_MEMORY_BYTES) vault.contents.read(content.id)
    else await finished(vault.contents.stream(content.id).resume())
    return null
  } catch (error) {
    return error instanceof DamageFound ? error.message : unreadable(error, 'a content').message
  }
}

function damage(code: string, message: string): Finding {
  return { code, severity: 'damage', message }
}
