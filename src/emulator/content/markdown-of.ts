/** Document → Markdown, for documents that clients sent. */
import { posix } from 'node:path'
import { renderDocument } from '../../dialect/render/render-document.ts'
import type { LinkNames } from '../../dialect/render/targets.ts'

/** With the ids of its references visible. */
export function markdownOf(document: unknown): string {
  return renderDocument(document, UNNAMED)
}

/** Of a page: what stands in its space is named by paths relative to it (docs/development/platform.md#document-format). */
export function pageMarkdownOf(
  document: unknown,
  file: string,
  pathOf: (id: string) => string | undefined,
): string {
  const relativeTo = (id: string): string | null => {
    const path = pathOf(id)
    return path === undefined ? null : posix.relative(posix.dirname(file), path)
  }
  return renderDocument(document, {
    ...UNNAMED,
    page(id, anchor) {
      const path = relativeTo(id)
      return path === null || anchor === undefined ? path : `${path}#${anchor}`
    },
    file: relativeTo,
    reusableContent: relativeTo,
  })
}

/** Ids stay visible, in the form the platform's own export gives to lost targets. */
const UNNAMED: LinkNames = {
  page: () => null,
  file: () => null,
  reusableContent: () => null,
  other(ref) {
    const id = ref[String(ref.kind)]
    return typeof id === 'string' ? `/broken/${String(ref.kind)}s/${id}` : null
  },
}
