/** What the transactions of a prune do on a disk that has little room. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DiskRefused } from '../../src/model/disk-errors.ts'
import { makeCatalogWriter } from '../../src/vault/catalog/catalog-writer.ts'
import { openForWriting } from '../../src/vault/catalog/database.ts'
import { nodeDisk } from '../../src/vault/files/disk.ts'
import { makeFileStore } from '../../src/vault/files/file-store.ts'
import { makeSteps } from '../../src/vault/maintenance/steps.ts'
import { rejection, temporaryFolder } from './fixture.ts'

/** A disk on which the log may hold so many items before it is emptied. */
function tightSteps(room: number) {
  const folder = temporaryFolder()
  const db = openForWriting(join(folder, 'catalog.db'))
  const writer = makeCatalogWriter(db, { id: 'test', epoch: 0, assertHeld: () => {}, release: () => {} })
  const done: number[] = []
  let logged = 0
  let inTransaction: number[] = []
  const pragma = db.pragma.bind(db)
  db.pragma = (source, options) => {
    if (source === 'wal_checkpoint(TRUNCATE)') logged = 0
    return pragma(source, options)
  }
  const transact: typeof writer.transact = work => {
    inTransaction = []
    const result = writer.transact(work)
    if (logged + inTransaction.length > room) throw new DiskRefused('the disk is full', {})
    logged += inTransaction.length
    done.push(...inTransaction)
    return result
  }
  const files = makeFileStore({ files: folder, temporary: folder }, nodeDisk)
  const steps = makeSteps({ writer: { ...writer, transact }, files, pause: () => {}, committed: () => {} })
  return { steps, done, take: (item: number) => void inTransaction.push(item) }
}

const ITEMS = Array.from({ length: 100 }, (_, index) => index)

test('where the log has no room it is emptied, and where that is not enough fewer go at once', async () => {
  const { steps, done, take } = tightSteps(10)
  await steps.each(ITEMS, 64, take)
  expect(done).toEqual(ITEMS)
})

test('a disk that has room for nothing ends it', async () => {
  const { steps, done, take } = tightSteps(0)
  expect(await rejection(() => steps.each(ITEMS, 64, take))).toBeInstanceOf(DiskRefused)
  expect(done).toEqual([])
})
