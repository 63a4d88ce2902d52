/** Dotted paths into what the platform said: `*` stands for every element or member. */

export function valuesAt(value: unknown, path: string): unknown[] {
  return valuesBelow(value, path.split('.'))
}

function valuesBelow(value: unknown, [first, ...rest]: readonly string[]): unknown[] {
  if (first === undefined) return value === undefined || value === null ? [] : [value]
  if (typeof value !== 'object' || value === null) return []
  if (first === '*') return Object.values(value).flatMap(member => valuesBelow(member, rest))
  return valuesBelow(Reflect.get(value, first), rest)
}

/** A copy in which another value stands wherever there was one at the path. */
export function replaceAt(value: unknown, path: string, replacement: unknown): unknown {
  return replaceBelow(value, path.split('.'), replacement)
}

function replaceBelow(value: unknown, [first, ...rest]: readonly string[], replacement: unknown): unknown {
  if (first === undefined) return value === undefined || value === null ? value : replacement
  if (Array.isArray(value))
    return value.map((member, index) =>
      first === '*' || first === String(index) ? replaceBelow(member, rest, replacement) : member,
    )
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([key, member]) => [
    key,
    first === '*' || first === key ? replaceBelow(member, rest, replacement) : member,
  ])
  return Object.fromEntries(members)
}
