/** What a plan said will be lost, by item and property: a comparison excuses exactly that. */

import type { Kind } from '../../model/resource.ts'
import { isNode, isTree, kindInSpace } from '../../resources/drafts.ts'
import { capabilityOf } from '../content/capabilities.ts'
import { nameOf } from '../naming.ts'
import { lossProperty } from '../plan/declared-losses.ts'
import { lossName } from '../plan/losses.ts'
import type { Plan } from '../plan/steps.ts'
import type { StateItem } from '../state.ts'

export class Announced {
  readonly #whys = new Map<string, string>()
  /** Spaces in which places are lost, or pages: their tree as a whole shows it, too. */
  readonly #displaced = new Map<string, string>()

  constructor({ losses, unmapped, impossible }: Pick<Plan, 'losses' | 'unmapped' | 'impossible'>) {
    for (const { kind, source, reason } of impossible)
      if (isNode(kind)) this.#displaced.set(ownerOf(kind, source), reason)
    for (const { kind, source } of unmapped)
      this.#whys.set(lossName(`${kind} ${source}`, 'links'), 'what it leads to is not there')
    for (const { property, why, items, kind, source } of losses) {
      for (const item of items) this.#whys.set(lossName(item, property), why)
      if (property === 'place') this.#displaced.set(`${kind} ${source}`, why)
    }
  }

  /** `fields`: all in which it differs. */
  why(item: StateItem, field: string, fields: readonly string[]): string | null {
    if (field === 'pages' && item.parent !== null && isTree(item.kind))
      return this.#displaced.get(nameOf(item.parent)) ?? null
    return this.ofProperty(item, propertyOf(item, field, fields))
  }

  ofProperty(item: StateItem, property: string): string | null {
    const whys = namesFor(item).map(name => this.#whys.get(lossName(name, property)))
    return whys.find(why => why !== undefined) ?? null
  }
}

/** As `nameOf` would name it. */
function ownerOf(kind: Kind, path: string): string {
  return `${kind === kindInSpace(kind) ? 'space' : DRAFT} ${path.slice(0, path.lastIndexOf('/'))}`
}

/** What a group or a link becomes has more to it than that had. Of what is no content, the field. */
function propertyOf(item: StateItem, field: string, fields: readonly string[]): string {
  const [name = field] = field.split('.')
  if (fields.includes('type') && item.json[name] === undefined) return 'type'
  return capabilityOf(item.kind, field)?.property ?? lossProperty(item.kind, name)
}

/** A draft has what its space has, and lacks what that lacks. */
function namesFor({ kind, path, id, parent }: StateItem): string[] {
  const own = nameOf({ kind, path })
  const space = parent?.kind === DRAFT ? parent.parent : null
  return space ? [own, nameOf({ kind: kindInSpace(kind), path: `${space.path}/${id}` })] : [own]
}

const DRAFT: Kind = 'change-request'
