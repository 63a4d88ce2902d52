/**
 * How many requests each operation got since the last reset. Calls to the control surface do not count.
 */
export interface RequestCounts {
  total: number
  operations: Record<string, number>
}

export interface RequestLog {
  count(operation: string): void
  counts(): RequestCounts
  reset(): void
}

export function makeRequestLog(): RequestLog {
  const operations = new Map<string, number>()
  return {
    count: operation => void operations.set(operation, (operations.get(operation) ?? 0) + 1),
    counts() {
      const total = [...operations.values()].reduce((sum, count) => sum + count, 0)
      return { total, operations: Object.fromEntries([...operations].sort()) }
    },
    reset: () => operations.clear(),
  }
}
