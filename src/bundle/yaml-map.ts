/**
 * YAML that people wrote: read as a map, never throwing. What cannot be read is an error text beside an empty map.
 */
import { parseDocument } from 'yaml'
import type { BundleVariable } from './bundle.ts'

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
    return isRecord(value) ? { data: value } : { data: {}, error: 'it is not a map', notMap: true }
  } catch (cause) {
    return { data: {}, error: firstLine(String(cause)) }
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The usable values of a variables map; `refused` names the others. */
export function toVariables(value: unknown): {
  variables: Record<string, BundleVariable>
  refused: string[]
} {
  const variables: Record<string, BundleVariable> = {}
  const refused: string[] = []
  for (const [name, one] of Object.entries(isRecord(value) ? value : {})) {
    if (typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean') {
      Object.defineProperty(variables, name, {
        value: one,
        enumerable: true,
        writable: true,
        configurable: true,
      })
    } else {
      refused.push(name)
    }
  }
  return { variables, refused }
}

function firstLine(message: string): string {
  return message.split('\n', 1)[0] ?? message
}
