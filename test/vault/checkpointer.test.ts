/** What a vault's log does where another thread copies it into the catalog. */
import { copyFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { makeCatalogWriter } from '../../src/vault/catalog/catalog-writer.ts'
import { type Checkpointer, makeCheckpointer } from '../../src/vault/catalog/checkpointer.ts'
import type { Connection } from '../../src/vault/catalog/connection.ts'
import { openForReading, openForWriting } from '../../src/vault/catalog/database.ts'
import { pagesOf } from '../../src/vault/catalog/durable.ts'
import { writeFact } from '../../src/vault/catalog/facts.ts'
import { LONG_PAGES } from '../../src/vault/catalog/log.ts'
import { nodeDisk } from '../../src/vault/files/disk.ts'
import { makeFileStore } from '../../src/vault/files/file-store.ts'
import { makeSteps } from '../../src/vault/maintenance/steps.ts'
import { rejection, temporaryFolder } from './fixture.ts'

const thread = makeCheckpointer()
afterAll(() => thread.close())

function openCatalog(checkpointer: Checkpointer, file = join(temporaryFolder(), 'catalog.db')) {
  const db = openForWriting(file)
  const lease = { id: 'test', epoch: 0, assertHeld: () => {}, release: () => {} }
  return { file, db, writer: makeCatalogWriter(db, lease, checkpointer) }
}

type Catalog = ReturnType<typeof openCatalog>

const PAGE_BYTES = 4096

/** In a transaction of its own: about so many pages of log. */
function write({ writer }: Catalog, name: string, pages: number): void {
  writeFact(writer, name, 'x'.repeat(pages * PAGE_BYTES))
}

function factsOf(db: Connection): number {
  return db.prepare<[], number>('SELECT count(*) FROM fact').pluck().get() ?? 0
}

/** One that does what it is asked for when it is let. */
function heldCheckpointer() {
  const gate = Promise.withResolvers<void>()
  const asked: string[] = []
  const copy: Checkpointer['copy'] = async (file, how) => {
    asked.push(how)
    await gate.promise
    await thread.copy(file, how)
  }
  return { asked, let: () => gate.resolve(), checkpointer: { copy, close: async () => {} } }
}

const failing: Checkpointer = {
  copy: () => Promise.reject(new Error('the disk is full')),
  close: async () => {},
}

test('a commit copies nothing, and has it copied once where the log is long', async () => {
  const held = heldCheckpointer()
  const catalog = openCatalog(held.checkpointer)
  const before = statSync(catalog.file)
  for (const name of ['one', 'two', 'three']) write(catalog, name, LONG_PAGES)
  expect(held.asked).toEqual(['copied'])
  expect(statSync(catalog.file)).toMatchObject({ size: before.size, mtimeMs: before.mtimeMs })
  held.let()
  await catalog.writer.log.copied()
  expect(pagesOf(catalog.db)).toEqual({ all: 0, waiting: 0 })
  catalog.db.close()
})

test('who waits for room between writes has a log that begins anew', async () => {
  const catalog = openCatalog(thread)
  for (let round = 0; round < 40; round++) {
    await catalog.writer.log.room()
    write(catalog, `fact ${round}`, LONG_PAGES / 2)
  }
  expect(statSync(`${catalog.file}-wal`).size).toBeLessThan(3 * LONG_PAGES * PAGE_BYTES)
  await catalog.writer.log.end()
  // All of it is in the file itself.
  const copy = join(temporaryFolder(), 'catalog.db')
  copyFileSync(catalog.file, copy)
  const alone = openForReading(copy)
  expect(factsOf(alone)).toBe(40)
  alone.close()
  catalog.db.close()
})

test('a step of a prune waits for room', async () => {
  const held = heldCheckpointer()
  const catalog = openCatalog(held.checkpointer)
  const folder = temporaryFolder()
  const files = makeFileStore({ files: folder, temporary: folder }, nodeDisk)
  const steps = makeSteps({ writer: catalog.writer, files, pause: () => {} })
  write(catalog, 'much', LONG_PAGES)
  let isDone = false
  const step = steps.run(() => {
    isDone = true
  })
  for (let turn = 0; turn < 3; turn++) await setImmediate()
  expect(isDone).toBe(false)
  held.let()
  await step
  expect(isDone).toBe(true)
  catalog.db.close()
})

test('where copying fails, writing goes on, and SQLite copies in the end', async () => {
  const catalog = openCatalog(failing)
  for (let round = 0; round < 40; round++) {
    await catalog.writer.log.room()
    write(catalog, `fact ${round}`, LONG_PAGES)
  }
  expect(factsOf(catalog.db)).toBe(40)
  expect(statSync(`${catalog.file}-wal`).size).toBeLessThan(12 * LONG_PAGES * PAGE_BYTES)
  expect(await rejection(() => catalog.writer.log.copied())).toMatchObject({ message: 'the disk is full' })
  await catalog.writer.log.end()
  catalog.db.close()
})

test('what is committed is written, also where nobody can look at the log', async () => {
  const catalog = openCatalog(thread)
  const prepare = catalog.db.prepare.bind(catalog.db)
  catalog.db.prepare = source => {
    if (source.includes('wal_checkpoint')) throw new Error('the disk cannot be read')
    return prepare(source)
  }
  write(catalog, 'one', 1)
  await catalog.writer.log.room()
  expect(factsOf(catalog.db)).toBe(1)
  catalog.db.close()
})

test('a reader that holds the log is not waited for', async () => {
  const catalog = openCatalog(thread)
  const reader = openForReading(catalog.file)
  reader.exec('BEGIN')
  expect(factsOf(reader)).toBe(0)
  for (let round = 0; round < 4; round++) {
    await catalog.writer.log.room()
    write(catalog, `fact ${round}`, LONG_PAGES)
  }
  await catalog.writer.log.copied()
  expect(pagesOf(catalog.db).waiting).toBeGreaterThan(LONG_PAGES)
  expect(factsOf(reader)).toBe(0)
  reader.exec('COMMIT')
  await catalog.writer.log.copied()
  expect(pagesOf(catalog.db)).toEqual({ all: 0, waiting: 0 })
  reader.close()
  catalog.db.close()
})

test('what cannot be opened is an error, and a thread that ended is begun anew', async () => {
  const checkpointer = makeCheckpointer()
  const missing = join(temporaryFolder(), 'none.db')
  expect(await rejection(() => checkpointer.copy(missing, 'copied'))).toMatchObject({
    code: 'SQLITE_CANTOPEN',
  })
  await checkpointer.close()
  const catalog = openCatalog(checkpointer)
  write(catalog, 'one', 1)
  await catalog.writer.log.copied()
  expect(pagesOf(catalog.db)).toEqual({ all: 0, waiting: 0 })
  catalog.db.close()
  await checkpointer.close()
})
