/**
 * How many pages each person changed in a night, by the audit events that the platform recorded: those that name the page, or
 * where none does, that name its space and are all by one person. Without events nobody is known, and nobody counts.
 */
import { itemOf } from '../diff/describe.ts'
import { isFields, recordOf, textOf } from '../model/fields.ts'
import { page } from '../resources/page.ts'
import type { Item } from '../resources/resource.ts'
import type { Vault, VaultChange } from '../vault/vault.ts'
import type { Observation } from './observation.ts'

/** Of what can change the content of a space. */
const ACTIONS = /page|content|revision|merge|import|document/i

export class Authors {
  readonly #vault: Vault
  readonly #pages = new Map<string, string | null>()
  readonly #events = new Map<string, Set<string>>()

  constructor(vault: Vault) {
    this.#vault = vault
  }

  add({ kind, type, id, parent, stored }: VaultChange): void {
    if (type === 'unknown') return
    if (kind === page.kind) this.#pages.set(`${parent} ${id}`, parent)
    if (kind === 'audit-event' && type === 'added' && stored.after !== null)
      this.#addEvent(itemOf(this.#vault, stored.after))
  }

  #addEvent(event: Item): void {
    const actor = actorOf(event)
    const target = textOf(recordOf(event.target)?.id)
    if (actor === null || target === null || !ACTIONS.test(String(event.action))) return
    const known = this.#events.get(target) ?? new Set()
    known.add(actor)
    this.#events.set(target, known)
  }

  authors(): Observation['authors'] {
    const pages = new Map<string, number>()
    for (const [name, space] of this.#pages) {
      const id = name.slice(name.indexOf(' ') + 1)
      const own = this.#events.get(id) ?? this.#events.get(space ?? '') ?? new Set()
      const [person] = own
      if (person !== undefined && own.size === 1) pages.set(person, (pages.get(person) ?? 0) + 1)
    }
    return [...pages].map(([person, count]) => ({ person, pages: count })).sort((a, b) => b.pages - a.pages)
  }
}

/** In the form that the platform documents, or in an older one that embeds the user. */
function actorOf({ actor }: Item): string | null {
  if (!isFields(actor)) return textOf(actor)
  return textOf(actor.id) ?? textOf(recordOf(actor.user)?.id)
}
