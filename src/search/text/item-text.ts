/**
 * What somebody reads of an object beside its bodies: titles, descriptions, comments, names, settings. Left out is what its
 * declaration calls noise, secret, an id of something else, or a copy of what is kept as a resource of its own: a stored copy
 * may be older than what it is of, and so would not be true of the nights that have it.
 */
import { isFields } from '../../model/fields.ts'
import { normalise } from '../../model/normalise.ts'
import { referencedKinds } from '../../resources/references.ts'
import type { Resource } from '../../resources/resource.ts'
import { documentText, isDocument } from './document-text.ts'
import type { FieldText } from './field-text.ts'
import { stringsIn } from './strings.ts'

/** Names of members that are no text of their own. */
const NAMELESS = new Set(['object', 'id', 'urls', 'permissions'])
const TIME = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z?$/
/** Values of variables are shown on pages, numbers too. */
const VARIABLES = 'variables'

/** `declaration` undefined: of a kind that another version declares. */
export function itemText(item: unknown, declaration: Resource | undefined): FieldText[] {
  const found: FieldText[] = []
  collect(shownOf(item, declaration), [], found)
  return found
}

function shownOf(item: unknown, declaration: Resource | undefined): unknown {
  if (declaration === undefined) return item
  const { volatile, secret = [], embedded = [] } = declaration
  const references = referencedKinds(declaration).flatMap(({ paths }) => paths)
  return normalise(item, { volatile: [...volatile, ...secret, ...embedded, ...references] })
}

function collect(value: unknown, path: readonly string[], found: FieldText[]): void {
  if (typeof value === 'string') {
    if (!TIME.test(value)) found.push({ field: path.join('.'), text: value })
  } else if (typeof value === 'number' || typeof value === 'boolean') {
    if (path.includes(VARIABLES)) found.push({ field: path.join('.'), text: String(value) })
  } else if (isDocument(value)) {
    const { text, addresses } = documentText(value)
    found.push({ field: path.join('.'), text }, { field: path.join('.'), text: addresses })
  } else if (path.length > DEEPEST) found.push({ field: path.join('.'), text: stringsIn(value).join('\n') })
  else if (Array.isArray(value)) for (const member of value) collect(member, path, found)
  else if (isFields(value)) {
    for (const [name, member] of Object.entries(value))
      if (!NAMELESS.has(name)) collect(member, [...path, name], found)
  }
}

/** Members deeper than that are read without their names. */
const DEEPEST = 50
