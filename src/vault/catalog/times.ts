/** Times of rows, in milliseconds since the epoch, as they are told. */
import { DamageFound } from '../../model/errors.ts'

/** ISO 8601, UTC. Throws DamageFound naming the row: it is our own. */
export function isoTime(ms: number, row: string): string {
  const date = new Date(ms)
  if (!Number.isNaN(date.getTime())) return date.toISOString()
  throw new DamageFound(`${row} is no time`, { hint: 'run `docvault check`' })
}
