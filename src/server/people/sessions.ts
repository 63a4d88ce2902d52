/**
 * Who is signed in. A session ends when it was not used for eight hours, after seven days, when somebody signs out, and
 * when its person has begun too many others. What the browser keeps is stored as a hash only.
 */
import type { Connection } from './database.ts'
import { formTokenOf, hashOf, makeSecret } from './secrets.ts'

/** As the issuer names them. */
export interface Person {
  subject: string
  name: string
  groups: readonly string[]
}

export interface Session extends Person {
  /** What its forms have in them. */
  formToken: string
}

export interface Sessions {
  /** Answers what the browser is to keep. */
  begin(person: Person): string
  /** Null: there is none, or it is over. */
  find(secret: string): Session | null
  end(secret: string): void
}

interface Row {
  subject: string
  name: string
  groups: string
  used: number
}

const hourMs = 3_600_000
export const IDLE_MS = 8 * hourMs
export const LONGEST_MS = 7 * 24 * hourMs
/** A use is written down once in so long, and not for every picture of a page. */
const USED_EVERY_MS = 60_000
export const MOST_OF_A_PERSON = 20
export const MOST_SESSIONS = 5000

export function openSessions(db: Connection, now: () => number): Sessions {
  const expire = db.prepare('DELETE FROM session WHERE used <= +? OR created <= +?')
  const keep = db.prepare(
    'DELETE FROM session WHERE hash IN (SELECT hash FROM session WHERE subject = +? ORDER BY used DESC, hash LIMIT -1 OFFSET ?)',
  )
  const keepInAll = db.prepare(
    'DELETE FROM session WHERE hash IN (SELECT hash FROM session ORDER BY used DESC, hash LIMIT -1 OFFSET ?)',
  )
  const insert = db.prepare('INSERT INTO session VALUES (?, ?, ?, ?, ?, ?)')
  const select = db.prepare<[Buffer, number, number], Row>(
    'SELECT subject, name, groups, used FROM session WHERE hash = +? AND used > +? AND created > +?',
  )
  const touch = db.prepare('UPDATE session SET used = ? WHERE hash = +?')
  const remove = db.prepare('DELETE FROM session WHERE hash = +?')
  return {
    begin: db.transaction(({ subject, name, groups }: Person) => {
      const at = now()
      expire.run(at - IDLE_MS, at - LONGEST_MS)
      keep.run(subject, MOST_OF_A_PERSON - 1)
      keepInAll.run(MOST_SESSIONS - 1)
      const secret = makeSecret()
      insert.run(hashOf(secret), subject, name, JSON.stringify(groups), at, at)
      return secret
    }),
    find(secret) {
      const [hash, at] = [hashOf(secret), now()]
      const row = select.get(hash, at - IDLE_MS, at - LONGEST_MS)
      if (!row) return null
      if (at - row.used >= USED_EVERY_MS) touch.run(at, hash)
      const { subject, name } = row
      return { subject, name, groups: JSON.parse(row.groups), formToken: formTokenOf(secret) }
    },
    end(secret) {
      remove.run(hashOf(secret))
    },
  }
}
