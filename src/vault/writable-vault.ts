/**
 * A vault open for its one writer: a writing connection under a lease, and beside it a reading one, so that what is
 * read while writing is what any reader would see (contents on their way excepted, which can be read at once).
 */
import { Readable } from 'node:stream'
import { giveWay } from '../model/give-way.ts'
import { lazily } from '../model/lazily.ts'
import { makeAnnotationWriter } from './annotation-writer.ts'
import { type CatalogWriter, makeCatalogWriter } from './catalog/catalog-writer.ts'
import type { Connection } from './catalog/connection.ts'
import { makeContentRows } from './catalog/contents.ts'
import { openForWriting } from './catalog/database.ts'
import { durably } from './catalog/durable.ts'
import { writeFact } from './catalog/facts.ts'
import { makeFinishScope } from './catalog/finish-scope.ts'
import { makeJournalWriter } from './catalog/journal.ts'
import { acquireLease, type Lease } from './catalog/lease.ts'
import { makeNamedItems } from './catalog/named-items.ts'
import { retireFor } from './catalog/owner.ts'
import { beginSnapshot } from './catalog/snapshots.ts'
import { makeStaging } from './catalog/staging.ts'
import { compactVault } from './compact/compact.ts'
import { makeContentReader } from './content-reader.ts'
import { ContentStore, type StoreParts } from './content-store.ts'
import { nodeDisk } from './files/disk.ts'
import { dropTemporary, makeFileStore } from './files/file-store.ts'
import { assertHead, makeHead, readHead, writeHead } from './head.ts'
import { type Layout, markFolder, prepareFolder } from './layout.ts'
import { Occupancy } from './occupancy.ts'
import { type PruneParts, pruneVault } from './prune/prune.ts'
import { makeReader } from './reader.ts'
import { type RepairParts, repairVault } from './repair/repair-vault.ts'
import { Slots } from './slots.ts'
import { RunningSnapshot, type WriterParts } from './snapshot-writer.ts'
import type { Vault, WriterOptions } from './types.ts'
import type { WritableVault } from './writer-types.ts'

const DEFAULT_INLINE_LIMIT_BYTES = 64 * 1024
const DEFAULT_BLOCK_BYTES = 256 * 1024
const DEFAULT_LEVEL = 6
const DEFAULT_DEPTH = 16

export async function openWritable(layout: Layout, options: WriterOptions): Promise<WritableVault> {
  prepareFolder(layout)
  const head = readHead(layout.head)
  const clock = options.clock ?? Date.now
  const before = (older: Connection) => makeHead(layout.head, older)
  const { upgraded, asFound } = options
  const db = openForWriting(layout.catalog, {
    ...{ clock, upgraded, asFound, before },
    // One that is damaged is refused at once.
    tallyIsKeptLater: !asFound,
  })
  try {
    assertHead(layout.path, head, db, asFound)
    const { claim, command = 'docvault' } = options
    const lease = acquireLease(db, { path: layout.path, command, clock, claim })
    if (!options.asFound) {
      writeHead(layout.head, db)
      markFolder(layout)
    }
    dropTemporary(layout.folders)
    const writer = makeCatalogWriter(db, lease, options.checkpointer)
    const reader = makeReader(layout, readHead(layout.head), options)
    return makeWritable(layout, { reader, lease, writer }, options)
  } catch (error) {
    db.close()
    throw error
  }
}

/** The two connections, and the lease that the writing one stands under. */
interface OpenCatalog {
  reader: Vault
  lease: Lease
  writer: CatalogWriter
}

function makeWritable(
  layout: Layout,
  { reader, lease, writer }: OpenCatalog,
  options: WriterOptions,
): WritableVault {
  const sources = lazily(() => storeParts(layout, writer, options))
  const tables = lazily(() => makeStagingTables(writer.db))
  const spoolFolder = layout.folders.temporary
  const clock = options.clock ?? Date.now
  const occupancy = new Occupancy()
  let opened: ContentStore | null = null
  const store = () => {
    opened ??= new ContentStore(sources())
    return opened
  }
  const written = () => writeHead(layout.head, writer.db)
  const settle = async () => opened?.settle()
  const maintained = lazily(() => ({ ...sources(), layout, occupancy, store, settle, written, clock }))
  const partsFor = (organization: number): WriterParts => ({
    writer,
    store: store(),
    ...tables(),
    spoolFolder,
    clock,
    sealed: written,
    closed: () => occupancy.leave(organization),
  })
  return {
    ...reader,
    ...contentReading(reader, sources, () => opened),
    begin({ id, title }, trigger, tickMs) {
      // After a failure the contents handed out are lost; a fresh store forgets them.
      if (opened?.failed && occupancy.isFree) opened = null
      const organization = writer.organization(id)
      const tick = tickMs ?? null
      occupancy.enter(organization, id)
      try {
        const begun = beginSnapshot(writer, { organization, title, trigger, tick, now: clock() })
        return new RunningSnapshot(partsFor(organization), begun, organization)
      } catch (error) {
        occupancy.leave(organization)
        throw error
      }
    },
    lease: lease.id,
    restores: makeJournalWriter(writer, clock),
    annotations: acting => makeAnnotationWriter(writer, { clock, written }, acting),
    ...maintenance(maintained),
    setFact: (key, value) => writeFact(writer, key, value),
    retire: to =>
      durably(writer.db, () => writer.transact(() => retireFor(writer.db, layout.path, to, clock()))),
    spoolFolder: () => spoolFolder,
    async close() {
      await settle()
      await close({ reader, lease, writer })
    },
  }
}

async function close({ reader, lease, writer }: OpenCatalog): Promise<void> {
  await writer.log.end()
  lease.release()
  reader.close()
  writer.db.close()
}

type StagingTables = Pick<WriterParts, 'staging' | 'namedItems' | 'finishScope'>

/** Made for the first snapshot: a daemon of many vaults waits for the others, most of the time. */
function makeStagingTables(db: Connection): StagingTables {
  return { staging: makeStaging(db), namedItems: makeNamedItems(db), finishScope: makeFinishScope(db) }
}

/** Contents on their way included; `store` is null where none ever were. */
function contentReading(
  reader: Vault,
  sources: () => StoreParts,
  store: () => ContentStore | null,
): Pick<Vault, 'read' | 'readStream'> {
  return {
    read(content) {
      try {
        return store()?.pendingBytes(content) ?? sources().reader.read(content)
      } catch {
        // It knows of which snapshots it may have been, and says why it cannot be read.
        return reader.read(content)
      }
    },
    readStream(content) {
      const bytes = store()?.pendingBytes(content) ?? null
      return bytes === null ? reader.readStream(content) : Readable.from([bytes], { objectMode: false })
    },
  }
}

function storeParts(layout: Layout, writer: CatalogWriter, options: WriterOptions): StoreParts {
  const rows = makeContentRows(writer.db)
  const files = makeFileStore(layout.folders, options.disk ?? nodeDisk)
  return {
    writer,
    clock: options.clock ?? Date.now,
    rows,
    files,
    reader: makeContentReader(rows, files),
    settings: {
      inlineLimitBytes: options.inlineLimitBytes ?? DEFAULT_INLINE_LIMIT_BYTES,
      blockBytes: options.blockBytes ?? DEFAULT_BLOCK_BYTES,
      compressionLevel: options.compressionLevel ?? DEFAULT_LEVEL,
      maxDeltaDepth: options.maxDeltaDepth ?? DEFAULT_DEPTH,
    },
  }
}

type Maintained = Omit<PruneParts & RepairParts, 'giveWay'> & { store: () => ContentStore }

/** One at a time. */
function maintenance(parts: () => Maintained): Pick<WritableVault, 'prune' | 'compact' | 'repair'> {
  const turns = new Slots(1)
  const own = lazily(() => ({ ...parts(), giveWay }))
  const reserveContent = () => parts().store().reserve()
  return {
    prune: options => turns.run(() => pruneVault(own(), options)),
    repair: options => turns.run(() => repairVault(own(), options)),
    compact: options => turns.run(() => compactVault({ ...own(), reserveContent }, options)),
  }
}
