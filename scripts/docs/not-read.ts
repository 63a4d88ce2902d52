/** What the services show and docvault does not read. */
import { notRead } from '../../src/resources/not-read.ts'
import { codeList, sentence, table } from './markdown.ts'

export function notReadTable(): string {
  const rows = notRead.map(({ what, why, operations }) => [
    sentence(what),
    sentence(why),
    codeList(operations),
  ])
  return table(['what', 'why not', 'operations'], rows)
}
