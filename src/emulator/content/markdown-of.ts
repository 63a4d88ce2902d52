/**
 * Document → Markdown, for documents that clients sent: the platform's Markdown, with the ids of its references visible.
 */
import { renderDocument } from '../../dialect/render/render-document.ts'
import type { LinkNames } from '../../dialect/render/targets.ts'

export function markdownOf(document: unknown): string {
  return renderDocument(document, UNNAMED)
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
