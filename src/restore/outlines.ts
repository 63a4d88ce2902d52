/**
 * Outlines of documents, remembered so that a document is read once for many questions. Bounded: what there is no room for
 * is made again from its document.
 */
import type { Outline } from '../space/outline.ts'
import type { ContentKey } from '../vault/types.ts'

/** References and addresses, some 100 bytes each. */
const MOST_LINKS = 100_000

export class Outlines {
  readonly #byContent = new Map<ContentKey, Outline | null>()
  #room = MOST_LINKS

  /** `make`: where it is not remembered. */
  of(content: ContentKey, make: () => Outline | null): Outline | null {
    const known = this.#byContent.get(content)
    if (known !== undefined) return known
    const outline = make()
    const links = 1 + (outline?.references.length ?? 0) + (outline?.urls.length ?? 0)
    if (links > this.#room) return outline
    this.#room -= links
    this.#byContent.set(content, outline)
    return outline
  }
}
