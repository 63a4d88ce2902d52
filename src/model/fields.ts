/** Reads fields of stored JSON, where every one may be missing or of another type. */

export type Fields = Readonly<Record<string, unknown>>

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function recordOf(value: unknown): Fields | null {
  return isFields(value) ? value : null
}

export function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

export function variablesOf(value: unknown): Record<string, string | number | boolean> {
  const variables: Record<string, string | number | boolean> = {}
  for (const [name, variable] of Object.entries(recordOf(value) ?? {})) {
    if (typeof variable === 'string' || typeof variable === 'number' || typeof variable === 'boolean')
      variables[name] = variable
  }
  return variables
}
