/**
 * What was fetched once under (parent, key, name), so that it is never fetched again.
 */
import type { Digest } from '../../model/digest.ts'
import type { Connection } from './database.ts'

export interface BodyName {
  parent: number
  key: string
  /** A term. */
  name: number
}

interface BodyRow {
  key: string
  name: number
  content: number
  digest: Buffer
}

export interface Bodies {
  find(body: BodyName): { content: number; digest: Digest } | null
  under(parent: number): IterableIterator<BodyRow>
}

export function makeBodies(db: Connection): Bodies {
  const one = db.prepare<[number, string, number], { content: number; digest: Buffer }>(
    `SELECT body.content, content.digest FROM body JOIN content ON content.id = body.content
     WHERE body.parent = +? AND body.key = +? AND body.name = +?`,
  )
  return {
    find(body) {
      const row = one.get(body.parent, body.key, body.name)
      return row === undefined ? null : { content: row.content, digest: row.digest.toString('hex') }
    },
    under: parent =>
      db
        .prepare<[number], BodyRow>(
          `SELECT body.key, body.name, body.content, content.digest
           FROM body JOIN content ON content.id = body.content WHERE body.parent = +? ORDER BY body.key, body.name`,
        )
        .iterate(parent),
  }
}

/** To be run inside a transaction; a body stored again names the newer content. */
export function makeBodyInsert(db: Connection): (body: BodyName, content: number) => void {
  const insert = db.prepare<[number, string, number, number]>(
    'INSERT OR REPLACE INTO body VALUES (?, ?, ?, ?)',
  )
  return (body, content) => {
    insert.run(body.parent, body.key, body.name, content)
  }
}
