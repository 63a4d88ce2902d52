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

/** A copy with whatever stands at the path replaced; what is not there stays away. */
export function mapAt(value: unknown, path: string, map: (found: unknown) => unknown): unknown {
  return mapBelow(value, path.split('.'), map)
}

function mapBelow(
  value: unknown,
  [first, ...rest]: readonly string[],
  map: (found: unknown) => unknown,
): unknown {
  if (first === undefined) return value === undefined || value === null ? value : map(value)
  if (typeof value !== 'object' || value === null) return value
  const below = (name: string, member: unknown) =>
    first === '*' || first === name ? mapBelow(member, rest, map) : member
  if (Array.isArray(value)) return value.map((member, index) => below(String(index), member))
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, below(name, member)]))
}
