/**
 * What became of the bodies of pages in one night. They are read only in spaces where enough of them changed, and no more than
 * two at a time; one that cannot be read says nothing.
 */
import { ContentLost, DamageFound } from '../model/errors.ts'
import type { Stepwise } from '../model/stepwise.ts'
import { page } from '../resources/page.ts'
import type { Vault, VaultChange } from '../vault/vault.ts'
import { fateOf, plainBody } from './body.ts'
import { type ChangedBody, changedBodyOf } from './changed-body.ts'
import type { Observation, Place, SpaceBodies } from './observation.ts'
import type { Tally } from './tally.ts'

export class ChangedBodies {
  readonly #tally: Tally
  readonly #spaces = new Map<string, { space: Place; bodies: ChangedBody[] }>()

  constructor(tally: Tally) {
    this.#tally = tally
  }

  add(change: VaultChange): void {
    if (change.kind !== page.kind || change.type !== 'modified') return
    const space = this.#tally.placeOf(change)
    const body = changedBodyOf(change.stored.before, change.stored.after)
    if (space === null || body === null) return
    const known = this.#spaces.get(space.id) ?? { space, bodies: [] }
    this.#spaces.set(space.id, known)
    known.bodies.push(body)
  }

  /** `least`: of changed bodies in a space. */
  *read(vault: Vault, least: number): Stepwise<Pick<Observation, 'bodies' | 'sameBodies'>> {
    const same = new Map<string, { pages: number; spaces: Set<string> }>()
    const bodies: SpaceBodies[] = []
    for (const { space, bodies: changed } of this.#spaces.values()) {
      if (changed.length < least) continue
      const pages = this.#tally.sizeOf(page.kind, space)
      const found = { space, pages, rewritten: 0, shrunk: 0, dense: 0 }
      for (const body of changed) {
        const fate = fateIn(vault, body)
        yield
        if (fate === null) continue
        if (fate.rewritten) found.rewritten++
        if (fate.shrunk) found.shrunk++
        if (fate.dense) found.dense++
        if (fate.now === null) continue
        const group = same.get(fate.now) ?? { pages: 0, spaces: new Set() }
        same.set(fate.now, group)
        group.pages++
        group.spaces.add(space.id)
      }
      bodies.push(found)
    }
    const sameBodies = [...same.values()]
      .filter(({ pages }) => pages > 1)
      .map(({ pages, spaces }) => ({ pages, spaces: [...spaces] }))
      .sort((a, b) => b.pages - a.pages)
    return { bodies, sameBodies }
  }
}

function fateIn(vault: Vault, { before, after }: ChangedBody) {
  try {
    const [was, is] = [before, after].map(({ name, content }) => plainBody(name, vault.read(content)))
    return fateOf(was ?? '', is ?? '')
  } catch (error) {
    // A check tells of it.
    if (error instanceof DamageFound || error instanceof ContentLost) return null
    throw error
  }
}
