/**
 * What people are called in a masked copy: follows from the key of the run and the person's id alone, and from neither
 * without the key. No two people are called the same, and nobody by a part of what they were called before.
 */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'

/** Receives no mail: RFC 2606 reserves it. */
export const MASKED_DOMAIN = 'masked.invalid'

export interface Person {
  id: string
  /** Whatever the person was ever called. */
  names: readonly string[]
}

/** No vowels, so that no word comes about; nothing that looks like another one. */
const SIGNS = 'bcdfghjkmnpqrtvwxz23456789'
const BODY_SIGNS = 9
/** The later ones for whoever is called `Person`, or by a letter of it. */
const PREFIXES = ['person-', 'human-', 'staff', 'guest', ''] as const
const MOST_TRIES = 64

/** By id. */
export function assignPseudonyms(key: string, people: readonly Person[]): ReadonlyMap<string, string> {
  const all = people.flatMap(person => person.names.map(lowered)).filter(name => name !== '')
  const taken = new Set<string>()
  const assigned = new Map<string, string>()
  for (const person of people.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const own = person.names.map(lowered).filter(name => name !== '')
    const free = (pseudonym: string, names: readonly string[]) =>
      !taken.has(pseudonym) && !names.some(name => pseudonym.includes(name))
    const firstFree = (names: readonly string[]) =>
      candidatesFor(key, person.id).find(candidate => free(candidate, names))
    const chosen = firstFree(all) ?? firstFree(own)
    assert(chosen !== undefined, `no pseudonym is left for ${person.id}`)
    taken.add(chosen)
    assigned.set(person.id, chosen)
  }
  return assigned
}

function* candidatesFor(key: string, id: string): Generator<string> {
  for (const prefix of PREFIXES)
    for (let attempt = 0; attempt < MOST_TRIES; attempt++)
      yield prefix + signsOf(key, `${prefix} ${attempt} ${id}`, BODY_SIGNS)
}

/** For an address that is nobody's of whom the snapshot knows. */
export function strangerAddress(key: string, address: string): string {
  return `address-${signsOf(key, `address ${lowered(address)}`, 14)}@${MASKED_DOMAIN}`
}

/** As long as the platform's own ids are, and nothing of the platform. */
export function maskedId(key: string, id: string): string {
  return signsOf(key, `id ${id}`, 20)
}

function signsOf(key: string, text: string, count: number): string {
  const bytes = createHmac('sha256', Buffer.from(key, 'hex')).update(text).digest()
  return Array.from(bytes.subarray(0, count), byte => SIGNS[byte % SIGNS.length]).join('')
}

function lowered(text: string): string {
  return text.trim().toLowerCase()
}
