/** What somebody most likely meant: names that are a slip of the fingers away, or right in all but their section. */

import { editsBetween } from '../src/model/edit-distance.ts'

/** Beyond this share of its length a name is another one. */
const MOST_WRONG = 0.34
const MOST_EDITS = 3

/** Null where nothing is near. */
export function suggest(name: string, known: readonly string[]): string | null {
  const wanted = plain(name)
  const near = known
    .map(candidate => ({ candidate, edits: editsBetween(wanted, plain(candidate)) }))
    .filter(({ edits }) => edits <= Math.min(MOST_EDITS, wanted.length * MOST_WRONG))
    .sort((a, b) => a.edits - b.edits)
  if (near[0]) return near[0].candidate
  const last = lastPart(name)
  const elsewhere = known.filter(candidate => lastPart(candidate) === last)
  return elsewhere.length === 1 && elsewhere[0] !== undefined ? elsewhere[0] : null
}

/** `token_file`, `tokenfile` and `tokenFile` are the same to whoever types them. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, '')
}

function lastPart(name: string): string {
  return plain(name.slice(name.lastIndexOf('.') + 1))
}
