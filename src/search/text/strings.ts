/** Every string of a JSON value, in its order, however deep it nests. */
export function stringsIn(value: unknown): string[] {
  return textsIn(value, () => [])
}

/** The names of members as well: of a specification, paths and properties are such names. */
export function namesAndStringsIn(value: unknown): string[] {
  return textsIn(value, name => [name])
}

function textsIn(value: unknown, ofName: (name: string) => string[]): string[] {
  const found: string[] = []
  const waiting: unknown[] = [value]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next === 'string') found.push(next)
    if (typeof next !== 'object' || next === null) continue
    const isList = Array.isArray(next)
    for (const [name, member] of Object.entries(next).reverse())
      waiting.push(member, ...(isList ? [] : ofName(name)))
  }
  return found
}
