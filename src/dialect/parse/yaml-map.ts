/**
 * YAML that people wrote: read as a map, never throwing. What cannot be read is an error text beside an empty map.
 */
import { parseDocument } from 'yaml'
import { isFields } from '../../model/fields.ts'

export interface YamlMap {
  data: Record<string, unknown>
  error?: string
  /** Well-formed, but a list or a plain text. */
  notMap?: true
}

export function parseYamlMap(text: string): YamlMap {
  const document = parseDocument(text, { logLevel: 'error', uniqueKeys: false, prettyErrors: false })
  const [error] = document.errors
  if (error !== undefined) return { data: {}, error: firstLine(error.message) }
  try {
    // toJS throws on alias bombs and on aliases that name nothing.
    const value: unknown = document.toJS()
    if (value === null || value === undefined) return { data: {} }
    return isFields(value) ? { data: value } : { data: {}, error: 'it is not a map', notMap: true }
  } catch (cause) {
    return { data: {}, error: firstLine(String(cause)) }
  }
}

function firstLine(message: string): string {
  return message.split('\n', 1)[0] ?? message
}
