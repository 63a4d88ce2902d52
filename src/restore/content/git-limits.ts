/** What services do not take through Git: one such file stops an import, or is left out without a word. */
import { MOST_GIT_BYTES, MOST_GIT_FILE_BYTES } from '../../bundle/git-target.ts'
import { textOf } from '../../model/fields.ts'
import type { StateItem } from '../state.ts'
import { whyUnsaid } from './bundle-links.ts'
import { isMarkdownFile } from './markdown-files.ts'

/** Null where it can be sent. */
export function whyUnsent(item: StateItem): string | null {
  const { kind, json, resource } = item
  const bytesOf = (name: string) => resource.parts.find(part => part.name === name)?.bytes
  if (kind === 'file') {
    const bytes = bytesOf('bytes')
    if (bytes === undefined) return 'its bytes are not in the snapshot'
    if (bytes > MOST_GIT_FILE_BYTES)
      return 'it is larger than 100 MB, and services take no such file through Git'
    if (/\.js$/i.test(textOf(json.name) ?? '')) return 'services stop an import through Git at a .js file'
    return isMarkdownFile(item) ? 'an import takes a file ending in .md for a page' : null
  }
  const unsaid = whyUnsaid('git', item)
  if (unsaid !== null) return unsaid
  const hasBody = bytesOf('markdown') !== undefined || bytesOf('document') !== undefined
  return kind === 'page' && textOf(json.documentId) !== null && !hasBody
    ? 'its body is not in the snapshot'
    : null
}

export function isTooMuch(items: readonly StateItem[]): boolean {
  const sent = items.flatMap(item => item.resource.parts).filter(part => part.name !== 'document')
  return sent.reduce((sum, part) => sum + part.bytes, 0) > MOST_GIT_BYTES
}
