/** What of the vault cannot be read, left out and named in place of ending all that can be. */
import { ContentLost, DamageFound } from '../model/errors.ts'
import type { LeftOut } from './source.ts'

/** Null for what was left out. Throws what `read` throws where nothing is to be left out, or it is no damage. */
export async function unlessUnreadable<T>(
  leftOut: LeftOut | undefined,
  name: string,
  read: () => Promise<T>,
): Promise<T | null> {
  try {
    return await read()
  } catch (error) {
    return leaveOut(leftOut, name, error)
  }
}

/** Throws the error where nothing is to be left out, or it is no damage. */
export function leaveOut(leftOut: LeftOut | undefined, name: string, error: unknown): null {
  if (leftOut === undefined || !(error instanceof DamageFound)) throw error
  const list = error instanceof ContentLost ? leftOut.lost : leftOut.damaged
  list.push(`${name}: ${error.message}`)
  return null
}
