/**
 * What was fetched once under (parent, key, name), so that it is not fetched again. A row that is not as it was
 * written is not there.
 */
import type { Digest } from '../../model/digest.ts'
import type { Connection } from './connection.ts'
import { insertSummed, makeRowSum, rowSum } from './coverage.ts'

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
  digest: Digest
}

export interface Bodies {
  find(body: BodyName): { content: number; digest: Digest } | null
  under(parent: number): IterableIterator<BodyRow>
}

const SOUND = `body.sum = ${rowSum('body', column => `body.${column}`)}`

export function makeBodies(db: Connection): Bodies {
  const select = db.prepare<[number, string, number], { content: number; digest: Digest; sum: number }>(
    `SELECT body.content, body.sum, lower(hex(content.digest)) AS digest
     FROM body JOIN content ON content.id = body.content
     WHERE body.parent = +? AND body.key = +? AND body.name = +?`,
  )
  const sumOf = makeRowSum('body')
  return {
    find(body) {
      const row = select.get(body.parent, body.key, body.name)
      if (row === undefined || row.sum !== sumOf({ ...body, content: row.content })) return null
      return { content: row.content, digest: row.digest }
    },
    under: parent =>
      db
        .prepare<[number], BodyRow>(
          `SELECT body.key, body.name, body.content, lower(hex(content.digest)) AS digest
           FROM body JOIN content ON content.id = body.content WHERE body.parent = +? AND ${SOUND}
           ORDER BY body.key, body.name`,
        )
        .iterate(parent),
  }
}

/** To be run inside a transaction; a body stored again names the newer content. */
export function makeBodyInsert(db: Connection): (body: BodyName, content: number) => void {
  const insert = db.prepare<[BodyName & { content: number }]>(insertSummed('body', ['parent', 'key', 'name']))
  return ({ parent, key, name }, content) => {
    insert.run({ parent, key, name, content })
  }
}
