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

/** A copy in which something else stands wherever there was a value at the path. */
export function mapAt(value: unknown, path: string, change: (value: unknown) => unknown): unknown {
  return mapBelow(value, path.split('.'), change)
}

function mapBelow(
  value: unknown,
  [first, ...rest]: readonly string[],
  change: (value: unknown) => unknown,
): unknown {
  if (first === undefined) return value === undefined || value === null ? value : change(value)
  const isMeant = (key: string) => first === '*' || first === key
  if (Array.isArray(value))
    return value.map((member, index) => (isMeant(String(index)) ? mapBelow(member, rest, change) : member))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([key, member]) => [
    key,
    isMeant(key) ? mapBelow(member, rest, change) : member,
  ])
  return Object.fromEntries(members)
}
