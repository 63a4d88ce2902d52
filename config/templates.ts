/**
 * The map `templates` of the configuration file: settings under a name, that entries of `platforms` take in with `extends`.
 * A template takes in no other.
 */
import { isFields } from '../src/model/fields.ts'
import { type Given, givenFor } from './given.ts'
import { isName } from './name.ts'
import { parseValue } from './parse-value.ts'
import { suggest } from './suggest.ts'

export type Templates = ReadonlyMap<string, readonly Given[]>

/** `originOf` names the place of a key such as `templates.eu.url`. */
export function findTemplates(
  raw: unknown,
  originOf: (key: string) => string,
  problems: string[],
): Templates {
  if (raw === undefined || raw === null) return new Map()
  if (!isFields(raw)) {
    problems.push(`${originOf('templates')}: templates is no map of templates, each with its settings`)
    return new Map()
  }
  const parsed = Object.entries(raw).flatMap(([name, value]): [string, Given[]][] => {
    const template = parseTemplate(name, value ?? {}, originOf, problems)
    return template === null ? [] : [[name, template]]
  })
  return new Map(parsed)
}

function parseTemplate(
  name: string,
  raw: unknown,
  originOf: (key: string) => string,
  problems: string[],
): Given[] | null {
  const place = `templates.${name}`
  if (!isName(name) || !isFields(raw)) {
    const problem = isName(name)
      ? 'is no map of settings'
      : 'the name of a template has to be of lower-case letters, digits and hyphens'
    problems.push(`${originOf(place)}: ${place}: ${problem}`)
    return null
  }
  const { extends: others, ...settings } = raw
  if (others !== undefined)
    problems.push(
      `${originOf(`${place}.extends`)}: template ${name} extends another one, and templates cannot: name both in the entry, as extends: [a, b]`,
    )
  const from = (key: string) => `${originOf(`${place}.${key}`)} (template ${name})`
  return givenFor(settings, from, problems)
}

/** Names of what an entry extends, in their order. `origin`: of that line. */
export function extendedBy(
  raw: unknown,
  { platform, origin }: { platform: string; origin: string },
  templates: Templates,
  problems: string[],
): string[] {
  if (raw === undefined || raw === null) return []
  const parsed = parseValue({ type: 'list', default: null, doc: '' }, raw)
  const names = 'value' in parsed && Array.isArray(parsed.value) ? parsed.value.map(String) : null
  if (names === null)
    problems.push(`${origin}: extends is neither the name of a template nor a list of names`)
  return (names ?? []).filter(name => {
    if (templates.has(name)) return true
    problems.push(`${origin}: platform ${platform} extends ${name}, ${noSuch(name, [...templates.keys()])}`)
    return false
  })
}

function noSuch(name: string, known: readonly string[]): string {
  if (known.length === 0) return 'and there are no templates: write it below templates:'
  const meant = suggest(name, known)
  return `which is no template${meant ? `; did you mean ${meant}?` : '.'} Templates are ${known.join(', ')}`
}
