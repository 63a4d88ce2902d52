/** Errors as answers: a status, words for people, and where to go from there. The one place where views do so. */
import { damageError, diskError } from '../model/disk-errors.ts'
import { DocvaultError } from '../model/errors.ts'
import { type Choice, NotThere, SeveralThere } from './reading/errors.ts'

export interface Explained {
  status: 200 | 300 | 400 | 403 | 404 | 409 | 410 | 500 | 503
  title: string
  answer: { error: string; message: string; hint?: string | undefined; choices?: readonly Choice[] }
  links: readonly Choice[]
}

/** Null: no view has the address. */
export function explain(error: unknown): Explained {
  if (error === null) return explained(404, 'Nothing here', 'not-found', 'there is no such page')
  if (error instanceof SeveralThere) {
    const { choices } = error
    const { answer, ...rest } = explained(300, 'Which one?', error.code, error.message)
    return { ...rest, answer: { ...answer, choices }, links: choices }
  }
  if (error instanceof NotThere) {
    const found = explained(404, 'Not there', error.code, error.message)
    const links = error.instead === null ? [] : [{ title: 'When it was there', address: error.instead }]
    return { ...found, links }
  }
  const known = diskError(error) ?? damageError(error) ?? error
  if (!(known instanceof DocvaultError))
    return explained(500, 'This failed', 'internal', 'docvault itself failed; the log says more')
  const [status, title] = OF_CODE[known.code] ?? (known.retry === 'later' ? LATER : FAILED)
  const found = explained(status, title, known.code, known.message)
  return { ...found, answer: { ...found.answer, hint: known.hint } }
}

const FAILED = [500, 'This cannot be shown'] as const
const LATER = [503, 'Not now'] as const
/** By what the error calls itself: it may have come from another process. */
const OF_CODE: Readonly<Record<string, readonly [Explained['status'], string]>> = {
  usage: [400, 'That cannot be done as asked'],
  forbidden: [403, 'That is not for your role'],
  'vault-missing': [404, 'There is no vault yet'],
  'no-restores': [409, 'Not from here'],
  'approval-refused': [409, 'That does not count'],
  'snapshot-pruned': [410, 'This night is pruned'],
}

function explained(status: Explained['status'], title: string, error: string, message: string): Explained {
  return { status, title, answer: { error, message }, links: [] }
}
