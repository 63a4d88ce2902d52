/**
 * Variables of a space or page, as they stand in YAML: texts, numbers and truth values.
 */
import { isFields } from '../model/fields.ts'
import type { BundleVariable } from './bundle.ts'

/** The usable values of a variables map; `refused` names the others. */
export function toVariables(value: unknown): {
  variables: Record<string, BundleVariable>
  refused: string[]
} {
  const variables: Record<string, BundleVariable> = {}
  const refused: string[] = []
  for (const [name, variable] of Object.entries(isFields(value) ? value : {})) {
    if (typeof variable === 'string' || typeof variable === 'number' || typeof variable === 'boolean') {
      Object.defineProperty(variables, name, {
        value: variable,
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
