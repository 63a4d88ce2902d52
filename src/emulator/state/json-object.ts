/**
 * A JSON object of the platform that may carry more fields than the emulator knows.
 */
export type JsonObject = Record<string, unknown>

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
