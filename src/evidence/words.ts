/** Times, ages and numbers as the document shows them. */

const UNITS = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1000, 's'],
] as const

/** `1 d 2 h 5 min`: the three largest units; what is less than the last one is cut off. */
export function durationWords(ms: number): string {
  if (ms < 1000) return `${ms} ms`
  let rest = ms
  const parts: string[] = []
  for (const [size, unit] of UNITS) {
    const count = Math.floor(rest / size)
    rest -= count * size
    if (count > 0 && parts.length < 3) parts.push(`${count} ${unit}`)
  }
  return parts.join(' ')
}

/** To the second. */
export function timeWords(iso: string | null): string {
  return iso === null ? 'not known' : iso.replace('T', ' ').replace(/(\.\d+)?Z$/, 'Z')
}

export function orUnknown(value: string | number | null): string {
  return value === null ? 'not known' : String(value)
}

/** `done 3, failed 1`. */
export function countWords(counts: Readonly<Record<string, number>>): string {
  const words = Object.entries(counts).map(([name, count]) => `${name} ${count}`)
  return words.join(', ') || 'none is recorded'
}

export function countBy<T>(all: readonly T[], nameOf: (item: T) => string): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const item of all) counts[nameOf(item)] = (counts[nameOf(item)] ?? 0) + 1
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)))
}
