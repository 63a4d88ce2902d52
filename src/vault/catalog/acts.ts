/** Acts of the ledger by their names. What no docvault wrote is left out: a check of the ledger tells it. */
import type { z } from 'zod'
import type { Connection } from './connection.ts'

/** Oldest first. `names`: of our own acts. */
export function* namedActs<Act>(
  db: Connection,
  names: readonly string[],
  schema: z.ZodType<Act>,
): Generator<Act> {
  // The fields of a body stand in the order of their names, and that of the act is the first.
  const begins = names.map(name => `{"act":"${name}",*`)
  const where = begins.map(() => 'body GLOB ?').join(' OR ')
  const bodies = db.prepare<string[], string>(`SELECT body FROM ledger WHERE ${where} ORDER BY id`).pluck()
  for (const body of bodies.all(...begins)) {
    const parsed = schema.safeParse(parseBody(body))
    if (parsed.success) yield parsed.data
  }
}

function parseBody(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}
