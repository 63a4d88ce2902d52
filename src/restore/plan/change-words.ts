/** What a setting is and what it becomes, for a tired reader: `role: read → admin`, `default team: none → Editors`. */
import { canonicalJson } from '../../model/digest.ts'
import { type Fields, isFields, recordOf } from '../../model/fields.ts'
import { labelOf } from '../naming.ts'
import type { OrganizationState } from '../state.ts'

/** A title for what may be an id; the text as it is where nothing has that id. */
export type Titled = (text: string) => string

const MOST_CHARACTERS = 60

/** `isSecret`: of a dotted path; what it names is told to change, and not shown. */
export function changeWords(
  there: Fields,
  wanted: Fields,
  titled: Titled,
  isSecret: (path: string) => boolean = () => false,
): string {
  const changed = Object.keys(wanted).filter(
    key => canonicalJson(wanted[key] ?? null) !== canonicalJson(there[key] ?? null),
  )
  const show = (fields: Fields, key: string) => withoutSecrets(fields[key], isSecret, key)
  return changed
    .map(key => {
      const words = isSecret(key)
        ? `${secretWords(there[key])} → ${secretWords(wanted[key], 'another secret')}`
        : becoming(show(there, key), show(wanted, key), titled)
      return `${wordsOf(key)}: ${words}`
    })
    .join(', ')
}

function secretWords(value: unknown, words = '(secret)'): string {
  return value === undefined || value === null ? 'none' : words
}

function withoutSecrets(value: unknown, isSecret: (path: string) => boolean, path: string): unknown {
  if (isSecret(path)) return secretWords(value)
  if (Array.isArray(value)) return value.map(inner => withoutSecrets(inner, isSecret, path))
  if (!isFields(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, withoutSecrets(inner, isSecret, `${path}.${key}`)]),
  )
}

/** What has one title twice is told apart by its ids; what is alike as far as it is shown, by saying so. */
function becoming(before: unknown, after: unknown, titled: Titled): string {
  for (const name of [titled, (id: string) => id]) {
    const [was, is] = [shown(before, name), shown(after, name)]
    if (was !== is) return `${was} → ${is}`
  }
  return `${shown(before, titled)} → the same so far, and other further on`
}

/** Looks an id up in the states, in their order. */
export function titledIn(...states: readonly OrganizationState[]): Titled {
  return text => {
    if (!ID.test(text)) return text
    for (const state of states)
      for (const kind of state.kinds()) {
        const item = state.byId(kind, text)
        if (item !== undefined) return labelOf(item)
      }
    return text
  }
}

const ID = /^[\w-]{16,64}$/

/** `defaultLevel` is the default level. */
function wordsOf(key: string): string {
  return key.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)
}

function shown(value: unknown, titled: Titled): string {
  const text = inWords(value, titled)
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text
}

/** What names something is its title; a list is its items, of several lists one after the other. */
function inWords(value: unknown, titled: Titled): string {
  if (value === undefined || value === null || value === '') return 'none'
  if (typeof value === 'string') return titled(value)
  if (isListOfNames(value))
    return (
      value.map(element => inWords(element, titled)).join(value.some(Array.isArray) ? '; ' : ', ') || 'none'
    )
  return isPointer(value) ? titled(value.id) : canonicalJson(withTitles(value, titled))
}

function isListOfNames(value: unknown): value is readonly unknown[] {
  return (
    Array.isArray(value) &&
    value.every(element => typeof element === 'string' || isPointer(element) || isListOfNames(element))
  )
}

/** Of another thing nothing but its id and its kind. */
function isPointer(value: unknown): value is { id: string } {
  const fields = recordOf(value)
  return (
    fields !== null &&
    typeof fields.id === 'string' &&
    Object.keys(fields).every(key => key === 'id' || key === 'type')
  )
}

function withTitles(value: unknown, titled: Titled): unknown {
  if (typeof value === 'string') return titled(value)
  if (Array.isArray(value)) return value.map(element => withTitles(element, titled))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withTitles(inner, titled)]))
}
