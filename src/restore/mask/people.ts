/** Who the people of a snapshot are: members, whoever was one, and whoever anything of the snapshot says who did it. */
import { isFields, textOf } from '../../model/fields.ts'
import type { Vault } from '../../vault/vault.ts'
import { isOwned } from '../state-item.ts'
import type { Person } from './pseudonyms.ts'

export interface KnownPerson extends Person {
  addresses: readonly string[]
}

/** In the order of their ids. */
export function peopleOf(vault: Vault, snapshot: number): KnownPerson[] {
  const found = new Map<string, { names: Set<string>; addresses: Set<string> }>()
  for (const resource of vault.resources(snapshot)) {
    if (isOwned(resource.kind)) continue
    for (const { id, name, address } of peopleIn(vault.readJson(resource))) {
      const known = found.get(id) ?? { names: new Set(), addresses: new Set() }
      found.set(id, known)
      if (name !== null && name.trim() !== '') known.names.add(name)
      if (address?.includes('@')) known.addresses.add(address.toLowerCase())
    }
  }
  return [...found]
    .map(([id, { names, addresses }]) => ({ id, names: [...names], addresses: [...addresses] }))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
}

interface Mention {
  id: string
  name: string | null
  address: string | null
}

function* peopleIn(value: unknown): Generator<Mention> {
  if (Array.isArray(value)) for (const inner of value) yield* peopleIn(inner)
  if (!isFields(value)) return
  const mention = mentionIn(value)
  if (mention !== null) yield mention
  for (const inner of Object.values(value)) if (typeof inner === 'object') yield* peopleIn(inner)
}

/** Whoever is described is somebody; null: it is no person. */
export function mentionIn(fields: Readonly<Record<string, unknown>>): Mention | null {
  const [name, address] = [textOf(fields.displayName), textOf(fields.email)]
  const isPerson = fields.object === 'user' || (name !== null && (address !== null || 'photoURL' in fields))
  const id = textOf(fields.id) ?? address
  return isPerson && id !== null ? { id, name, address } : null
}
