/** Lists of what stands in something: what the target has besides is compared by itself, and is no other order. */
import { isFields, textOf } from '../../model/fields.ts'

/** Without the elements of lists that are, or have, an id which stands nowhere in what is wanted. */
export function withoutExtra(there: unknown, wanted: unknown): unknown {
  const known = new Set<string>()
  collect(wanted, known)
  return pruned(there, known)
}

function collect(value: unknown, found: Set<string>): void {
  if (typeof value === 'string') found.add(value)
  else if (Array.isArray(value)) for (const inner of value) collect(inner, found)
  else if (isFields(value)) for (const inner of Object.values(value)) collect(inner, found)
}

function pruned(value: unknown, known: ReadonlySet<string>): unknown {
  if (Array.isArray(value))
    return value.filter(element => !isExtra(element, known)).map(element => pruned(element, known))
  if (!isFields(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, pruned(inner, known)]))
}

function isExtra(element: unknown, known: ReadonlySet<string>): boolean {
  const id = isFields(element) ? textOf(element.id) : textOf(element)
  return id !== null && !known.has(id)
}
