/** A document of a version to come: each nth block and inline is of a type that nobody knows, with all that stands in it. */
import { isFields } from '../../src/model/fields.ts'

export function withUnknownTypes(document: unknown, nth: number): { document: unknown; count: number } {
  let seen = 0
  let count = 0
  const renamed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(renamed)
    if (!isFields(value)) return value
    const isNode = (value.object === 'block' || value.object === 'inline') && typeof value.type === 'string'
    const isUnknown = isNode && ++seen % nth === 0
    if (isUnknown) count++
    const inside = Object.entries(value).map(([name, field]) => [
      name,
      name === 'nodes' || name === 'fragments' ? renamed(field) : field,
    ])
    return { ...Object.fromEntries(inside), ...(isUnknown ? { type: `${value.type}-to-come` } : {}) }
  }
  return { document: renamed(document), count }
}
