/** Takes out names of bodies. */
import { setImmediate } from 'node:timers/promises'
import type { Connection } from '../catalog/connection.ts'
import type { Steps } from './steps.ts'

const ROWS_AT_ONCE = 500
/** Rows that are looked for at a time. */
const FOUND_AT_ONCE = 2000

interface BodyRow {
  parent: number
  key: string
  name: number
  content: number
}

/** Whoever wants such a body again has to fetch it. */
export async function takeBodies(
  db: Connection,
  steps: Steps,
  stays: (content: number) => boolean,
): Promise<void> {
  const find = db.prepare<[number, string, number, number], BodyRow>(
    `SELECT parent, key, name, content FROM body WHERE (parent, key, name) > (?, ?, ?)
     ORDER BY parent, key, name LIMIT ?`,
  )
  const take = db.prepare<[number, string, number]>(
    'DELETE FROM body WHERE parent = +? AND key = +? AND name = +?',
  )
  let last: BodyRow | undefined = { parent: 0, key: '', name: 0, content: 0 }
  while (last !== undefined) {
    const found = find.all(last.parent, last.key, last.name, FOUND_AT_ONCE)
    const going = found.filter(({ content }) => !stays(content))
    await steps.each(going, ROWS_AT_ONCE, ({ parent, key, name }) => take.run(parent, key, name))
    last = found.at(-1)
    // Where nothing goes, nothing else lets others have their turn.
    await setImmediate()
  }
}
