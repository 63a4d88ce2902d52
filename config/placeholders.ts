/** Names that stand for others in what an entry of `platforms` says, or a template: `${name}`, `${tenant}`. */
import { type Given, settingOf } from './given.ts'

/** By the name that stands for it. */
export type Names = Readonly<Record<string, string>>

/** `$${` is a literal `${`. What else has `${` is a problem, and left out. */
export function fillIn(given: Given, names: Names, problems: string[]): Given[] {
  const unknown: string[] = []
  const raw = filled(given.raw, names, unknown)
  const [first] = unknown
  if (first === undefined) return [{ ...given, raw }]
  problems.push(`${given.origin}: ${given.key} ${problemOf(given.key, first, names)}`)
  return []
}

/** In the common settings nothing is filled in: whoever writes `${name}` there means every platform's own. */
export function refuseNames(common: readonly Given[], names: readonly string[], problems: string[]): void {
  for (const { key, raw, origin } of common) {
    const texts = [raw].flat().filter(text => typeof text === 'string')
    const name = names.find(name => texts.some(text => text.includes(`\${${name}}`)))
    if (name === undefined || settingOf(key)?.secret) continue
    problems.push(
      `${origin}: ${key} has "\${${name}}", which is filled in for templates and entries of platforms only: put ${key} there`,
    )
  }
}

function filled(raw: unknown, names: Names, unknown: string[]): unknown {
  if (Array.isArray(raw)) return raw.map(element => filled(element, names, unknown))
  if (typeof raw !== 'string' || !raw.includes('${')) return raw
  return raw.replaceAll(/\$\$\{|\$\{([^}]*)\}?/g, (text: string, name: string | undefined) => {
    if (name === undefined) return '${'
    const known = text.endsWith('}') && Object.hasOwn(names, name) ? names[name] : undefined
    if (known === undefined) unknown.push(text)
    return known ?? text
  })
}

function problemOf(key: string, text: string, names: Names): string {
  const shown = settingOf(key)?.secret ? '"${"' : JSON.stringify(text)
  const known = Object.keys(names).map(name => `\${${name}}`)
  return `has ${shown}, which stands for nothing here: ${known.join(' and ')} ${known.length === 1 ? 'does' : 'do'}; write $\${ for a literal \${`
}
