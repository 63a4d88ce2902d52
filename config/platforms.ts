/**
 * The list `platforms` of the configuration file. An entry is a configuration of its own on top of the common one:
 * a name, templates that it extends, settings of the platform under their short names (`url`, `tokenFile`, …), and
 * sections (`schedules: …`).
 */
import { recordOf } from '../src/model/fields.ts'
import { type Given, givenFor } from './given.ts'
import { isName } from './name.ts'
import { extendedBy, type Templates } from './templates.ts'

export interface PlatformEntry {
  name: string
  /** Where it stands; null for the only platform of a configuration without a list. */
  origin: string | null
  /** Names of templates. */
  extended: readonly string[]
  /** Each on top of the one before: those of the templates, then its own. */
  layers: readonly (readonly Given[])[]
}

interface Reading {
  templates: Templates
  /** Names the place of a key such as `platforms[0].url`. */
  originOf(key: string): string
  problems: string[]
}

/** Null when there is no list. */
export function findPlatforms(raw: unknown, reading: Reading): PlatformEntry[] | null {
  const { originOf, problems } = reading
  if (raw === undefined || raw === null) return null
  if (!Array.isArray(raw) || raw.length === 0) {
    problems.push(`${originOf('platforms')}: platforms is no list of platforms, each with a name`)
    return null
  }
  const entries = raw.flatMap((value, index) => {
    const entry = parseEntry(value, `platforms[${index}]`, reading)
    return entry ? [entry] : []
  })
  for (const name of repeatedIn(entries.map(entry => entry.name)))
    problems.push(`${originOf('platforms')}: two platforms are named ${name}`)
  return entries
}

function parseEntry(raw: unknown, place: string, reading: Reading): PlatformEntry | null {
  const { originOf, problems, templates } = reading
  const { name, extends: others, ...rest } = recordOf(raw) ?? {}
  if (!isName(name)) {
    problems.push(`${originOf(place)}: ${place}: name has to be of lower-case letters, digits and hyphens`)
    return null
  }
  const where = { platform: name, origin: originOf(`${place}.extends`) }
  const extended = extendedBy(others, where, templates, problems)
  const own = givenFor(rest, key => originOf(`${place}.${key}`), problems)
  const layers = [...extended.map(template => templates.get(template) ?? []), own]
  return { name, origin: originOf(place), extended, layers }
}

function repeatedIn(names: readonly string[]): Set<string> {
  const seen = new Set<string>()
  return new Set(names.filter(name => seen.size === seen.add(name).size))
}
