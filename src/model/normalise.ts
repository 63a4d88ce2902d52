/**
 * The normalised form that change digests are taken over (consistency.md section 4): what the platform says about an
 * object, less what moves without meaning. Pure; the raw answer is kept elsewhere.
 */
import { canonicalJson } from './digest.ts'

/** Paths are dotted; `*` stands for any key or element at its level, a leading `**.` for any depth. */
export interface Normalisation {
  /** Left out. */
  volatile: readonly string[]
  /** Arrays without a meaningful order: sorted by their canonical JSON. */
  unordered?: readonly string[]
  /** Embedded objects replaced by their `id`. */
  embedded?: readonly string[]
  /** Values that mean the same as an absent field. `null` always does. */
  defaults?: Readonly<Record<string, unknown>>
  /** URLs that may be signed: what follows `?` is another one in every answer. */
  addresses?: readonly string[]
}

export function normalise(value: unknown, rules: Normalisation): unknown {
  return normaliseAt(value, [], rules)
}

function normaliseAt(value: unknown, path: readonly string[], rules: Normalisation): unknown {
  if (Array.isArray(value)) {
    const items = value.map(item => normaliseAt(item, [...path, '*'], rules))
    return matchesAny(path, rules.unordered) ? items.sort(byCanonicalJson) : items
  }
  if (typeof value === 'string' && matchesAny(path, rules.addresses)) return value.split('?', 1)[0]
  if (typeof value !== 'object' || value === null) return value
  if (path.length > 0 && 'id' in value && matchesAny(path, rules.embedded)) return value.id
  return normaliseMembers(value, path, rules)
}

function normaliseMembers(
  value: object,
  path: readonly string[],
  rules: Normalisation,
): Record<string, unknown> {
  // Without a prototype, so that a member named `__proto__` is one like any other.
  const kept: Record<string, unknown> = Object.create(null)
  for (const [key, member] of Object.entries(value)) {
    const at = [...path, key]
    if (member === null || member === undefined || matchesAny(at, rules.volatile)) continue
    const normalised = normaliseAt(member, at, rules)
    if (!isDefault(at, normalised, rules)) kept[key] = normalised
  }
  return kept
}

function isDefault(path: readonly string[], value: unknown, rules: Normalisation): boolean {
  const key = path.join('.')
  return (
    rules.defaults !== undefined &&
    key in rules.defaults &&
    canonicalJson(rules.defaults[key]) === canonicalJson(value)
  )
}

function matchesAny(path: readonly string[], patterns: readonly string[] | undefined): boolean {
  return patterns?.some(pattern => matches(path, pattern)) ?? false
}

function matches(path: readonly string[], pattern: string): boolean {
  const anyDepth = pattern.startsWith('**.')
  const parts = (anyDepth ? pattern.slice(3) : pattern).split('.')
  if (anyDepth ? path.length < parts.length : path.length !== parts.length) return false
  const tail = path.slice(path.length - parts.length)
  return parts.every((part, index) => part === '*' || part === tail[index])
}

function byCanonicalJson(a: unknown, b: unknown): number {
  const [left, right] = [canonicalJson(a), canonicalJson(b)]
  return left < right ? -1 : left > right ? 1 : 0
}
