/**
 * A catalog that SQLite cannot walk any more, written anew beside the vault or in it. A plan goes on with what came of it; a repair
 * puts it in the place of the damaged one, of which a copy is kept.
 */
import { join } from 'node:path'
import { DamageFound } from '../../model/errors.ts'
import { lazily } from '../../model/lazily.ts'
import { makeTemporaryFolder, type TemporaryFolder } from '../../model/temporary-folder.ts'
import type { Connection } from '../catalog/connection.ts'
import { makeContentRows } from '../catalog/contents.ts'
import type { Summed } from '../catalog/coverage.ts'
import { appendEntry } from '../catalog/ledger.ts'
import type { OtherCatalog } from '../catalog/other-rows.ts'
import { keepTally } from '../catalog/tally.ts'
import { type Anew, putInPlace, removeAnew, writeAnew, writtenBy } from '../catalog/write-anew.ts'
import type { Checked } from '../check.ts'
import { makeContentReader } from '../content-reader.ts'
import { nodeDisk } from '../files/disk.ts'
import { makeFileStore } from '../files/file-store.ts'
import type { Layout } from '../layout.ts'
import { assertRoom } from '../maintenance/space.ts'
import type { Hands } from './hands.ts'
import { tablesOfSeals } from './tally-rows.ts'

/** What it is made of, for people. */
export interface Origin {
  from: string
  words: string
  /** For the ledger. */
  rebuilt: string
}

/** What comes of rows that are left out. */
const AGAIN: Readonly<Partial<Record<Summed, string>>> = {
  body: 'ids of documents, which are fetched once more',
  fact: 'notes of what was done and said, which are made anew or missing',
}

function originOf({ db, taken, facts, leftOut, believed }: Anew, other: OtherCatalog | null): Origin {
  const from = taken > 0 && other !== null ? `its rows and ${taken} of ${other.name}` : 'its rows'
  const lacks = [...leftOut].flatMap(([table, rows]) =>
    rows === 0 ? [] : [`${rows ?? 'some'} ${AGAIN[table] ?? table}`],
  )
  const older = facts > 0 ? `; ${facts} notes of what was done and said are as they were there` : ''
  const without = `${older}${lacks.length > 0 ? `; left out: ${lacks.join(', ')}` : ''}`
  const sealed = tablesOfSeals(db)
  const unproved = [...believed].filter(table => !sealed.has(table))
  const asRead =
    unproved.length === 0 ? '' : `; counts of ${unproved.join(', ')} were lost, and are of what could be read`
  const proof =
    unproved.length === 0
      ? 'each of which is proved'
      : `each of which is proved, but for those of ${unproved.join(', ')}: their counts cannot be read and are made anew, so nothing says whether one of them is missing`
  return {
    from,
    rebuilt: `${from === 'its rows' ? 'catalog.db' : `catalog.db from ${from}`}${asRead}${without}`,
    words: `is written anew from ${from}, ${proof}; what lay on its damaged pages is looked for${without}`,
  }
}

/**
 * With the rows of the first of the others that has what cannot be read; where none has, and it was counts, with those that the
 * rows have. Throws what the last of the others was refused for.
 */
function writeFrom(
  catalog: string,
  file: string,
  others: readonly OtherCatalog[],
): { db: Connection; origin: Origin } {
  let refused: unknown
  for (const help of [...(others.length > 0 ? others : [null]), 'own rows'] as const) {
    try {
      const made = writeAnew(catalog, file, help)
      return { db: made.db, origin: originOf(made, help === 'own rows' ? null : help) }
    } catch (error) {
      if (!(error instanceof DamageFound)) throw error
      if (help !== 'own rows') refused = error
    }
  }
  throw refused
}

/** What is kept of the damaged one, the new one, and that once more in the log. */
const COPIES = 3

/** The vault with another catalog; its files are those that are there. */
export interface Trial {
  /** Throws DamageFound, DiskRefused. */
  make(): { checked: Checked; origin: Origin }
  close(): void
}

/** `others`: where rows may be that cannot be read. */
export function makeTrial({ layout }: Checked, others: readonly OtherCatalog[]): Trial {
  let folder: TemporaryFolder | null = null
  let anew: Connection | null = null
  return {
    make() {
      folder ??= makeTemporaryFolder('repair')
      const { db, origin } = writeFrom(layout.catalog, join(folder.path, 'catalog.db'), others)
      anew = db
      return { checked: { ...checkedOf(layout, db), isTrial: true }, origin }
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
export async function replaceCatalog(
  layout: Layout,
  hands: Hands,
  others: readonly OtherCatalog[],
): Promise<Origin> {
  const { writer, kept, written } = hands
  assertRoom(writer.db, layout.path, {
    what: 'the catalog cannot be written anew',
    hint: 'make room, then run the same command again',
    copies: COPIES,
  })
  const keepOnce = lazily(() => {
    kept.copy(layout.catalog, 'catalog.db')
    kept.copy(`${layout.catalog}-wal`, 'catalog.db-wal')
  })
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const origin = await putAnew(layout, { ...hands, keepOnce }, others)
    if (origin === null) continue
    written()
    return origin
  }
  throw new DamageFound('the catalog was written to each time that it was written anew')
}

/** A beat of the lease, or what somebody asked of a daemon. */
const MOST_TRIES = 10

/** Null, and nothing is changed, where something was written meanwhile. */
async function putAnew(
  layout: Layout,
  { writer, files, kept, acting, keepOnce }: Hands & { keepOnce: () => void },
  others: readonly OtherCatalog[],
): Promise<Origin | null> {
  const file = files.temporary()
  // Who slept and lost the vault puts nothing in the place of another's.
  writer.transact(() => {})
  const before = writtenBy(writer.db)
  const { db: anew, origin } = writeFrom(layout.catalog, file, others)
  try {
    keepOnce()
    keepTally(anew)
    const act = {
      act: 'repair',
      mended: [],
      lost: [],
      rebuilt: [origin.rebuilt],
      kept: kept.folder ?? '',
    } as const
    appendEntry(anew, acting.note(act, acting.by))
    return (await putInPlace(anew, writer.db, before)) ? origin : null
  } finally {
    anew.close()
    removeAnew(file)
  }
}
