/**
 * A catalog that SQLite cannot walk any more, written anew beside the vault or in it. A plan goes on with what came of it; a repair
 * puts it in the place of the damaged one, of which a copy is kept.
 */
import { join } from 'node:path'
import { DamageFound } from '../../model/errors.ts'
import { makeTemporaryFolder, type TemporaryFolder } from '../../model/temporary-folder.ts'
import type { Connection } from '../catalog/connection.ts'
import { makeContentRows } from '../catalog/contents.ts'
import { appendEntry } from '../catalog/ledger.ts'
import { keepTally } from '../catalog/tally.ts'
import { putInPlace, removeAnew, writeAnew, writtenBy } from '../catalog/write-anew.ts'
import type { Checked } from '../check.ts'
import { makeContentReader } from '../content-reader.ts'
import { nodeDisk } from '../files/disk.ts'
import { makeFileStore } from '../files/file-store.ts'
import type { Layout } from '../layout.ts'
import { assertRoom } from '../maintenance/space.ts'
import type { Hands } from './hands.ts'

/** For the ledger, and for people. */
export const ANEW = {
  name: 'catalog.db',
  from: 'its rows',
  words:
    'is written anew from its rows, each of which is proved; what lay on its damaged pages is looked for',
} as const

/** What is kept of the damaged one, the new one, and that once more in the log. */
const COPIES = 3

/** The vault with another catalog; its files are those that are there. */
export interface Trial {
  /** Throws DamageFound, DiskRefused. */
  make(): Checked
  close(): void
}

export function makeTrial({ layout }: Checked): Trial {
  let folder: TemporaryFolder | null = null
  let anew: Connection | null = null
  return {
    make() {
      folder ??= makeTemporaryFolder('repair')
      anew = writeAnew(layout.catalog, join(folder.path, 'catalog.db'))
      return checkedOf(layout, anew)
    },
    close() {
      anew?.close()
      folder?.remove()
    },
  }
}

export function checkedOf(layout: Layout, db: Connection): Checked {
  const files = makeFileStore(layout.folders, nodeDisk)
  return { layout, db, files, contents: makeContentReader(makeContentRows(db), files) }
}

/** Throws DamageFound, DiskRefused, and nothing is changed then; VaultLocked. */
export async function replaceCatalog(layout: Layout, hands: Hands): Promise<void> {
  const { writer, kept, written } = hands
  assertRoom(writer.db, layout.path, {
    what: 'the catalog cannot be written anew',
    hint: 'make room, then run the same command again',
    copies: COPIES,
  })
  kept.copy(layout.catalog, 'catalog.db')
  kept.copy(`${layout.catalog}-wal`, 'catalog.db-wal')
  for (let tries = 0; tries < MOST_TRIES; tries++)
    if (await putAnew(layout, hands)) {
      written()
      return
    }
  throw new DamageFound('the catalog was written to each time that it was written anew')
}

/** A beat of the lease, or what somebody asked of a daemon. */
const MOST_TRIES = 10

/** False, and nothing is changed, where something was written meanwhile. */
async function putAnew(layout: Layout, { writer, files, kept, acting }: Hands): Promise<boolean> {
  const file = files.temporary()
  // Who slept and lost the vault puts nothing in the place of another's.
  writer.transact(() => {})
  const before = writtenBy(writer.db)
  const anew = writeAnew(layout.catalog, file)
  try {
    keepTally(anew)
    const act = {
      act: 'repair',
      mended: [],
      lost: [],
      rebuilt: [ANEW.name],
      kept: kept.folder ?? '',
    } as const
    appendEntry(anew, acting.note(act, acting.by))
    return await putInPlace(anew, writer.db, before)
  } finally {
    anew.close()
    removeAnew(file)
  }
}
