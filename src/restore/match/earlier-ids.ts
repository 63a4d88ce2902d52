/** What earlier restores made of which item; of content of spaces and drafts it is noted outside of memory. */
import type { Kind } from '../../model/resource.ts'
import type { RestoredId } from '../../model/restore-journal.ts'
import { isContent } from '../../resources/drafts.ts'
import type { Scratch } from '../scratch.ts'

type Became = Pick<RestoredId, 'run' | 'target' | 'made'>

export class EarlierIds {
  readonly #rows = new Map<string, Became>()
  readonly #content: Scratch

  /** Of one item what comes last counts. */
  constructor(known: Iterable<RestoredId>, content: Scratch) {
    this.#content = content
    for (const { kind, source, run, target, made } of known) {
      if (isContent(kind)) content.set(`earlier ${kind} ${source}`, JSON.stringify([run, target, made]))
      else this.#rows.set(`${kind} ${source}`, { run, target, made })
    }
  }

  of(kind: Kind, path: string): Became | undefined {
    if (!isContent(kind)) return this.#rows.get(`${kind} ${path}`)
    const noted = this.#content.get(`earlier ${kind} ${path}`)
    if (noted === undefined) return undefined
    const [run, target, made]: [number, string, boolean] = JSON.parse(noted)
    return { run, target, made }
  }
}
