/**
 * The list `platforms` of the configuration file. An entry is a configuration of its own on top of the common one:
 * a name, settings of the platform under their short names (`url`, `tokenFile`, …), and sections (`schedules: …`).
 */
import { isFields, recordOf } from '../src/model/fields.ts'
import { isName } from './parse-value.ts'
import { type Setting, settings } from './settings.ts'

export interface Given {
  key: string
  raw: unknown
  origin: string
}

export interface PlatformEntry {
  name: string
  given: Given[]
}

/** Null when there is no list. `originOf` names the place of a key such as `platforms[0].url`. */
export function findPlatforms(
  raw: unknown,
  originOf: (key: string) => string,
  problems: string[],
): PlatformEntry[] | null {
  if (raw === undefined || raw === null) return null
  if (!Array.isArray(raw) || raw.length === 0) {
    problems.push(`${originOf('platforms')}: platforms is no list of platforms, each with a name`)
    return null
  }
  const entries = raw.flatMap((value, index) => {
    const entry = parseEntry(value, `platforms[${index}]`, originOf, problems)
    return entry ? [entry] : []
  })
  const names = entries.map(entry => entry.name)
  for (const name of new Set(names.filter((name, index) => names.indexOf(name) !== index)))
    problems.push(`${originOf('platforms')}: two platforms are named ${name}`)
  return entries
}

function parseEntry(
  raw: unknown,
  place: string,
  originOf: (key: string) => string,
  problems: string[],
): PlatformEntry | null {
  const { name, ...rest } = recordOf(raw) ?? {}
  if (!isName(name)) {
    problems.push(`${originOf(place)}: ${place}: name has to be of lower-case letters, digits and hyphens`)
    return null
  }
  const given = flatten(rest, '').map(([key, value]) => ({
    key: longKey(key),
    raw: value,
    origin: originOf(`${place}.${key}`),
  }))
  for (const { key, origin } of given)
    if (isGlobal(key)) problems.push(`${origin}: ${key} is for all platforms`)
  return { name, given }
}

/** `url` → `platform.url`. */
function longKey(key: string): string {
  return !(key in settings) && `platform.${key}` in settings ? `platform.${key}` : key
}

function isGlobal(key: string): boolean {
  const setting: Setting | undefined = Object.entries<Setting>(settings).find(([name]) => name === key)?.[1]
  return setting?.global === true
}

export function flatten(value: object, prefix: string): [string, unknown][] {
  return Object.entries(value).flatMap(([key, member]): [string, unknown][] =>
    isFields(member) ? flatten(member, `${prefix}${key}.`) : [[prefix + key, member]],
  )
}
