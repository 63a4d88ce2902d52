/**
 * What one odd item may cost: itself. An error that lies in what an item says (the platform declines it, docvault cannot
 * make sense of it) is that item's failure; everything else is the step's or the run's.
 */
import { DamageFound, DocvaultError } from '../../model/errors.ts'
import { NotFound, RequestRejected } from '../../platform/errors.ts'
import { NotMapped } from '../match/not-mapped.ts'

export function isItemsOwn(error: unknown): boolean {
  if (error instanceof RequestRejected || error instanceof NotMapped || error instanceof DamageFound)
    return true
  if (!(error instanceof Error) || error instanceof DocvaultError || error.name === 'AbortError') return false
  // Of the operating system or of SQLite: the next item would meet it as well. But for a name that it does not take.
  const code = 'code' in error ? error.code : undefined
  return typeof code !== 'string' || /^(ERR_|ENAMETOOLONG|EILSEQ|EINVAL)/.test(code)
}

/**
 * What is declined as a whole is sent in halves, until what is declined is one thing. Answers whether every answer was
 * clear; costs at most two requests for each item.
 */
export async function sendInHalves<T>(
  items: readonly T[],
  send: (items: readonly T[]) => Promise<boolean>,
  failed: (item: T, error: unknown) => void,
): Promise<boolean> {
  try {
    return items.length === 0 || (await send(items))
  } catch (error) {
    // One of them is gone: its own trouble, too.
    if (!isItemsOwn(error) && !(error instanceof NotFound)) throw error
    const [first] = items
    if (items.length === 1 && first !== undefined) {
      failed(first, error)
      return true
    }
    const middle = Math.ceil(items.length / 2)
    const isClear = await sendInHalves(items.slice(0, middle), send, failed)
    return (await sendInHalves(items.slice(middle), send, failed)) && isClear
  }
}

export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
