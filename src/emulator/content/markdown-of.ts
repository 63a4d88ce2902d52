/** Document → Markdown, for documents that clients sent. */
import { linkNamesFrom, type Surroundings } from '../../dialect/render/link-names.ts'
import { renderDocument } from '../../dialect/render/render-document.ts'
import type { LinkNames } from '../../dialect/render/targets.ts'

/** With the ids of its references visible. */
export function markdownOf(document: unknown): string {
  return renderDocument(document, UNNAMED)
}

/** Of a page: what stands in its space is named by paths relative to it (docs/development/platform.md#document-format). */
export function pageMarkdownOf(document: unknown, around: Surroundings): string {
  return renderDocument(document, { ...linkNamesFrom(around), other: UNNAMED.other })
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
