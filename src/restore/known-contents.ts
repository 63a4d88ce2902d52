/**
 * What is remembered of the contents of a vault, so that each is read once for many questions: JSON of resources, and
 * outlines of documents. Nobody changes it. Bounded: what there is no room for is read again.
 */
import type { Fields } from '../model/fields.ts'
import { type Outline, outlineOf } from '../space/outline.ts'
import type { ContentKey } from '../vault/types.ts'

/** References and addresses, some 100 bytes each. */
const MOST_LINKS = 100_000
/** Some KB each. */
const MOST_JSON = 2000

export class KnownContents {
  readonly #outlines = new Map<ContentKey, Outline | null>()
  readonly #json = new Map<ContentKey, unknown>()
  #room = MOST_LINKS

  /** `document`: asked for where its outline is not remembered. */
  outline(content: ContentKey, document: () => Fields | null): Outline | null {
    const known = this.#outlines.get(content)
    if (known !== undefined) return known
    const outline = outlineOf(document())
    const links = 1 + (outline?.references.length ?? 0) + (outline?.urls.length ?? 0)
    if (links > this.#room) return outline
    this.#room -= links
    this.#outlines.set(content, outline)
    return outline
  }

  /** `read`: asked for where it is not remembered. */
  json(content: ContentKey, read: () => unknown): unknown {
    const known = this.#json.get(content)
    if (known !== undefined) return known
    const value = read()
    if (this.#json.size < MOST_JSON) this.#json.set(content, value)
    return value
  }
}
