/** Numbers and times for people. */

const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const

export function formatBytes(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024
    unit++
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`
}

export function formatDuration(ms: number): string {
  if (ms < 1000) return `${ms} ms`
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`
}

export function formatTime(iso: string): string {
  return iso.replace('T', ' ').replace(/(:\d\d)(\.\d+)?Z$/, '$1Z')
}

/** `3 h ago`, `in 5 min`: one unit, rounded down. */
export function formatAge(ms: number): string {
  const units = [
    [86_400_000, 'd'],
    [3_600_000, 'h'],
    [60_000, 'min'],
  ] as const
  const [factor, unit] = units.find(([size]) => Math.abs(ms) >= size) ?? [1, null]
  if (unit === null) return 'just now'
  const words = `${Math.floor(Math.abs(ms) / factor)} ${unit}`
  return ms < 0 ? `in ${words}` : `${words} ago`
}
