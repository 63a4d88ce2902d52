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
