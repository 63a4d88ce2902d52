/**
 * Outlines of documents, remembered so that a document is read once for many questions. Bounded: what there is no room for
 * is made again from its document.
 */
import type { Fields } from '../model/fields.ts'
import { type Outline, outlineOf } from '../space/outline.ts'
import type { ContentKey } from '../vault/types.ts'

/** References and addresses, some 100 bytes each. */
const MOST_LINKS = 100_000

export class Outlines {
  readonly #byContent = new Map<ContentKey, Outline | null>()
  #room = MOST_LINKS

  /** `document`: asked for where its outline is not remembered. */
  of(content: ContentKey, document: () => Fields | null): Outline | null {
    const known = this.#byContent.get(content)
    if (known !== undefined) return known
    const outline = outlineOf(document())
    const links = 1 + (outline?.references.length ?? 0) + (outline?.urls.length ?? 0)
    if (links > this.#room) return outline
    this.#room -= links
    this.#byContent.set(content, outline)
    return outline
  }
}
