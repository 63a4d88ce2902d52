/**
 * Proves that a vault holds what it says: the catalog's structure, the files, the seals, and on demand every stored
 * byte. Streams its findings and goes on after each. Changes nothing that is kept: it notes what it read, and removes the copy of
 * a catalog that was upgraded when that is not needed any more.
 */
import { existsSync } from 'node:fs'
import { sep } from 'node:path'
import { canonicalJson } from '../model/digest.ts'
import { plural } from '../model/plural.ts'
import { catalogCopies, removeCopy } from './catalog/catalog-copy.ts'
import { ledgerFaults } from './catalog/check-ledger.ts'
import { schemaFaults } from './catalog/check-schema.ts'
import { chainFaults, type SealedSnapshot, sealedSnapshots } from './catalog/check-seals.ts'
import { guarded, guardedSteps, structureFaults } from './catalog/check-structure.ts'
import type { Connection } from './catalog/connection.ts'
import { countContents, describeUsers, fileContents } from './catalog/content-users.ts'
import { makeContentRows } from './catalog/contents.ts'
import { losses } from './catalog/lost.ts'
import { missingFrom, type Newest, newestOf } from './catalog/newest.ts'
import { sumFaults, tallyFaults } from './catalog/tally.ts'
import { contentFindings, type ReadingOf, type Readings, snapshotFindings } from './check-contents.ts'
import { makePace, type Pace } from './check-pace.ts'
import type { ContentReader } from './content-reader.ts'
import type { FileStore } from './files/file-store.ts'
import { withRepair } from './findings.ts'
import { readHead } from './head.ts'
import { type Layout, markerFault } from './layout.ts'
import { readCoverage } from './read-coverage.ts'
import type { CheckOptions, Coverage, Finding } from './types.ts'
import { readVerified, type Verified, writeVerified } from './verified.ts'

export interface Checked {
  layout: Layout
  db: Connection
  files: FileStore
  contents: ContentReader
  /** Another catalog than the vault's own, as a repair tries it: what is read of it says nothing of the vault. */
  isTrial?: boolean
}

export async function* checkVault(vault: Checked, options: CheckOptions): AsyncGenerator<Finding> {
  const pace = makePace(options)
  let damaged = 0
  for await (const finding of allFindings(vault, options, pace)) {
    if (finding.severity === 'damage') damaged++
    yield withRepair(finding)
  }
  if (damaged === 0) note(vault, { ...readVerified(vault.layout), soundAt: pace.begun })
  yield* guarded(copyFindings(vault, damaged > 0 || vault.isTrial === true), 'the list of copies')
}

async function* allFindings(vault: Checked, options: CheckOptions, pace: Pace): AsyncGenerator<Finding> {
  const { db } = vault
  yield* guarded(folderFindings(vault), 'the folder')
  yield* guarded(schemaFaults(db), 'the schema')
  yield* structureFaults(db)
  yield* guarded(tallyFaults(db), 'table tally')
  yield* guarded(sumFaults(db), 'a table')
  yield* guarded(ledgerFaults(db), 'the ledger')
  yield* guarded(fileFindings(vault), 'the list of files')
  yield* guarded(strayFindings(vault), 'the folder of files')
  yield* guarded(lostFindings(db), 'table lost')
  yield* readingFindings(vault, options, pace)
}

/** What takes long, in part where so asked; what was found sound is noted, also when it is broken off. */
async function* readingFindings(vault: Checked, options: CheckOptions, pace: Pace): AsyncGenerator<Finding> {
  const { db, layout } = vault
  const sealed: SealedSnapshot[] = []
  pace.expect(() => sealed.length + contentsToRead(db, options))
  const reading: ReadingOf = { db, contents: vault.contents, options, pace }
  const before = readVerified(layout)
  const snapshots: Readings = { readings: before.snapshots }
  const blocks: Readings = { readings: before.blocks }
  try {
    for (const entry of guarded(sealedSnapshots(db), 'the list of snapshots'))
      if ('row' in entry) sealed.push(entry)
      else yield entry
    yield* guarded(chainFaults(db, sealed), 'the chain of snapshots')
    yield* prunedFindings(sealed)
    yield* guardedSteps(snapshotFindings(reading, sealed, snapshots), 'what snapshots hold')
    if (options.readData) yield* guardedSteps(contentFindings(reading, blocks), 'what blocks hold')
  } finally {
    const begun = before.begun ?? pace.begun
    note(vault, { ...before, begun, blocks: blocks.readings, snapshots: snapshots.readings })
  }
  if (options.maxDurationMs !== undefined)
    yield* guarded(coverageFindings(vault, options, pace), 'the list of blocks')
}

function* prunedFindings(sealed: readonly SealedSnapshot[]): Generator<Finding> {
  const pruned = sealed.filter(({ isPruned }) => isPruned)
  if (pruned.length === 0) return
  yield info(
    'snapshots-pruned',
    `${plural(pruned.length, 'snapshot')} of ${sealed.length} ${pruned.length === 1 ? 'was' : 'were'} pruned: what they held cannot be proved any more`,
  )
}

function contentsToRead(db: Connection, { readData, subset }: CheckOptions): number {
  return readData ? countContents(db, subset ?? { n: 1, m: 1 }) : 0
}

function note({ layout, isTrial }: Checked, verified: Verified): void {
  if (isTrial) return
  if (canonicalJson(verified) !== canonicalJson(readVerified(layout))) writeVerified(layout, verified)
}

/** What a check of limited time has left, told also where that is no fault. */
function* coverageFindings(vault: Checked, options: CheckOptions, pace: Pace): Generator<Finding> {
  const { begun } = readVerified(vault.layout)
  if (begun === null) {
    const { verified } = vault.layout
    yield info('times-not-kept', `${verified} cannot be written: the next check begins where this one began`)
    return
  }
  const coverage = readCoverage(vault)
  options.covered?.(coverage)
  const withinMs = options.withinMs ?? Number.POSITIVE_INFINITY
  const oldestAt = coverage.oldestAt ?? pace.begun
  const isBehind = pace.begun - begun > withinMs && pace.begun - oldestAt > withinMs
  if (!isBehind) return
  const days = Math.round(withinMs / 86_400_000)
  yield info(
    'check-behind',
    `not everything was read within ${days} days: ${describeOldest({ ...coverage, oldestAt })}; give the check more time`,
  )
}

function describeOldest({ oldestAt, neverRead }: Coverage & { oldestAt: number }): string {
  if (neverRead > 0) return `${plural(neverRead, 'block')} never were`
  if (oldestAt === 0) return 'some snapshots never were'
  return `the oldest reading is of ${new Date(oldestAt).toISOString()}`
}

/** A copy of before an upgrade goes when everything was read after it and nothing is damaged. */
function* copyFindings(vault: Checked, isDamaged: boolean): Generator<Finding> {
  const { catalog } = vault.layout
  for (const { file, madeAt } of catalogCopies(catalog)) {
    const isProved = !isDamaged && (readCoverage(vault).oldestAt ?? Number.POSITIVE_INFINITY) > madeAt
    if (isProved && removeCopy(file))
      yield info('copy-removed', `${file} is not needed any more: everything was read after the upgrade`)
    else
      yield info(
        'copy-kept',
        `${file} is the catalog of before an upgrade; it goes when everything was read (\`docvault check --read-data\`) and nothing is damaged`,
      )
  }
}

/**
 * The catalog may be newer than its head, never older. Of a vault that was made and has nothing sealed yet the head and the
 * marker may be missing still: whoever writes to it next makes them first.
 */
function* folderFindings({ layout, db }: Checked): Generator<Finding> {
  const isEmpty = hasNothing(newestOf(db))
  const marker = markerFault(layout)
  if (marker !== null && !(isEmpty && !existsSync(layout.marker))) yield damage('marker-changed', marker)
  const { state, newest } = readHead(layout.head)
  if (newest === null) {
    if (isEmpty && state === 'missing') return
    const what = state === 'missing' ? 'is missing' : 'is not as it was written'
    yield damage('head-damaged', `head.json ${what}: the loss of the newest snapshot could not be told`)
    return
  }
  for (const message of missingFrom(db, newest)) yield damage('snapshot-lost', message)
}

function hasNothing({ snapshots, ledger }: Newest): boolean {
  return Object.keys(snapshots).length === 0 && ledger === null
}

function* fileFindings({ db, files }: Checked): Generator<Finding> {
  for (const content of fileContents(db)) {
    const { digest } = content
    const size = files.sizeOf(digest)
    if (size === content.file) continue
    const [code, what] =
      size === null ? ['file-missing', 'is missing'] : ['file-size', `has ${size} bytes, not ${content.file}`]
    const message = `file ${digest} ${what}; ${describeUsers(db, { content: content.id })}`
    yield { ...damage(code, message), content: digest }
  }
}

/** Known, and told each time. */
function* lostFindings(db: Connection): Generator<Finding> {
  const rows = makeContentRows(db)
  for (const { content } of losses(db)) {
    const digest = rows.content(content)?.digest ?? `#${content}`
    yield { ...info('content-lost', `content ${digest} ${rows.lossOf(content)}`), content: digest }
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

function info(code: string, message: string): Finding {
  return { code, severity: 'info', message }
}

function damage(code: string, message: string): Finding {
  return { code, severity: 'damage', message }
}
