/** The bodies of one space by document id: their texts elsewhere, the rest of each in memory. */
import type { DocumentNode } from '../content/nodes.ts'
import type { Keep, Kept } from './keep.ts'
import type { Body } from './records/content.ts'

/** A body is never changed. */
export type Bodies = Pick<Map<string, Body>, 'get' | 'set'>

export function makeBodies(keep: Keep): Bodies {
  const held = new Map<string, Body>()
  const bodies: Map<string, Body> = held
  return {
    get: id => held.get(id),
    set(id, body) {
      held.set(id, new KeptBody(keep, body))
      return bodies
    },
  }
}

class KeptBody implements Body {
  readonly title: Body['title']
  readonly file: Body['file']
  readonly resolve: Body['resolve']
  readonly #markdown: Kept
  readonly #document: Kept | undefined

  constructor(keep: Keep, { markdown, title, file, resolve, document }: Body) {
    this.title = title
    this.file = file
    this.resolve = resolve
    this.#markdown = keep(Buffer.from(markdown))
    if (document !== undefined) this.#document = keep(Buffer.from(JSON.stringify(document)))
  }

  get markdown(): string {
    return textOf(this.#markdown)
  }

  get document(): DocumentNode | undefined {
    return this.#document && JSON.parse(textOf(this.#document))
  }
}

function textOf(kept: Kept): string {
  return Buffer.from(kept()).toString()
}
