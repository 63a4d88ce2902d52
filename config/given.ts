/** Values as somebody gave them, not read yet, by the key of their setting. */
import { isFields } from '../src/model/fields.ts'
import { type Setting, settings } from './settings.ts'

export interface Given {
  key: string
  raw: unknown
  origin: string
}

/** By dotted key. A section with everything in it commented out says nothing. */
export function valuesIn(fields: object): [string, unknown][] {
  return flatten(fields, '').filter(([key, raw]) => raw !== null || !isSection(key))
}

/**
 * Of an entry of `platforms`, or of a template: settings of the platform have their short names there, and those that are
 * for all platforms are a problem. `originOf` names the place of a key.
 */
export function givenFor(fields: object, originOf: (key: string) => string, problems: string[]): Given[] {
  const given = valuesIn(fields).map(([key, raw]) => ({ key: longKey(key), raw, origin: originOf(key) }))
  for (const { key, origin } of given)
    if (settingOf(key)?.global === true) problems.push(`${origin}: ${key} is for all platforms`)
  return given
}

export function settingOf(key: string): Setting | undefined {
  return byKey.get(key)
}

const byKey: ReadonlyMap<string, Setting> = new Map(Object.entries(settings))
const sections: ReadonlySet<string> = new Set(
  [...byKey.keys()].flatMap(key => {
    const parts = key.split('.')
    return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('.'))
  }),
)

function isSection(key: string): boolean {
  return sections.has(key)
}

/** `url` → `platform.url`. */
export function longKey(key: string): string {
  return !byKey.has(key) && byKey.has(`platform.${key}`) ? `platform.${key}` : key
}

function flatten(value: object, prefix: string): [string, unknown][] {
  return Object.entries(value).flatMap(([key, member]): [string, unknown][] =>
    isFields(member) ? flatten(member, `${prefix}${key}.`) : [[prefix + key, member]],
  )
}
