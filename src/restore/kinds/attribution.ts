/** Whoever restores a comment is not who wrote it: the text says who did, and when. */
import { type Fields, recordOf, textOf } from '../../model/fields.ts'

export function attributed(json: Fields): string {
  const body = textOf(recordOf(json.body)?.markdown) ?? ''
  const author = recordOf(json.postedBy)
  const name = textOf(author?.displayName) ?? textOf(author?.email) ?? 'somebody who is not known'
  const at = (textOf(json.postedAt) ?? '').replace('T', ' ').replace(/(:\d\d)(\.\d+)?Z$/, ' UTC')
  return `*${plain(name)} wrote on ${at}:*\n\n${body}`
}

/** A name is no markup. */
function plain(name: string): string {
  return name.replace(/[\\`*_[\]<>]/g, character => `\\${character}`)
}
