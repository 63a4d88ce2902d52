import { type Fields, recordOf, textOf } from '../model/fields.ts'

/**
 * By which path Markdown names a page, file or reusable content: that of its file; a page that was written on the platform
 * has none, and is named after its address (docs/development/platform.md#document-format). Null where it has neither.
 */
export function markdownPathOf({ git, path }: Fields): string | null {
  const address = textOf(path)
  return textOf(recordOf(git)?.path) ?? (address === null ? null : `${address}.md`)
}
