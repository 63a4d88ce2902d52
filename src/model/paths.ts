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

/** The value with every text at the path replaced; what is not there is left as it is. */
export function withTextsAt(value: unknown, path: string, replace: (text: string) => string): unknown {
  return replacedBelow(value, path.split('.'), replace)
}

function replacedBelow(
  value: unknown,
  [first, ...rest]: readonly string[],
  replace: (text: string) => string,
): unknown {
  if (first === undefined) return typeof value === 'string' ? replace(value) : value
  if (typeof value !== 'object' || value === null) return value
  const applies = (name: string) => first === '*' || first === name
  const below = (name: string, member: unknown) =>
    applies(name) ? replacedBelow(member, rest, replace) : member
  if (Array.isArray(value)) return value.map((member, index) => below(String(index), member))
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, below(name, member)]))
}
