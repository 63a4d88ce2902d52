/**
 * The normalised form that change digests are taken over (docs/concepts/digests.md#the-normalised-form): what the
 * platform says about an object, less what moves without meaning. Pure; the raw answer is kept elsewhere.
 */
import { canonicalJson, canonicalKeys, type Write, writeCanonical } from './digest.ts'

/** Paths are dotted; `*` stands for any key or element at its level, a leading `**.` for any depth. */
export interface Normalisation<Path extends string = string> {
  /** Left out. */
  volatile: readonly Path[]
  /** Arrays without a meaningful order: sorted by their canonical JSON. */
  unordered?: readonly Path[]
  /** Embedded objects replaced by their `id`. */
  embedded?: readonly Path[]
  /** Values that mean the same as an absent field. `null` always does. */
  defaults?: Readonly<Partial<Record<Path, unknown>>>
  /** URLs that may be signed: what follows `?` is another one in every answer. */
  addresses?: readonly Path[]
}

export function normalise(value: unknown, rules: Normalisation): unknown {
  return normaliseAt(value, [], compiled(rules))
}

/**
 * The canonical JSON of the normalised form, piece by piece: neither is built, because either takes many times the
 * memory of the text, and trees of content are large.
 */
export function writeNormalised(value: unknown, rules: Normalisation, write: Write): void {
  writeAt(value, [], compiled(rules), write)
}

interface Pattern {
  anyDepth: boolean
  parts: readonly string[]
}

interface Rules {
  volatile: readonly Pattern[]
  unordered: readonly Pattern[]
  embedded: readonly Pattern[]
  addresses: readonly Pattern[]
  /** As canonical JSON. */
  defaults: ReadonlyMap<string, string>
}

const known = new WeakMap<Normalisation, Rules>()

/** Once for each declaration, which nobody changes. */
function compiled(rules: Normalisation): Rules {
  const found = known.get(rules) ?? compile(rules)
  known.set(rules, found)
  return found
}

function compile({ volatile, unordered, embedded, defaults, addresses }: Normalisation): Rules {
  return {
    volatile: volatile.map(patternOf),
    unordered: (unordered ?? []).map(patternOf),
    embedded: (embedded ?? []).map(patternOf),
    addresses: (addresses ?? []).map(patternOf),
    defaults: new Map(Object.entries(defaults ?? {}).map(([path, value]) => [path, canonicalJson(value)])),
  }
}

function patternOf(text: string): Pattern {
  const anyDepth = text.startsWith('**.')
  return { anyDepth, parts: (anyDepth ? text.slice(3) : text).split('.') }
}

/** Where one stands; a step is taken back before the next. */
type Path = string[]

function normaliseAt(value: unknown, path: Path, rules: Rules): unknown {
  if (Array.isArray(value)) {
    const items = value.map(item => at(path, '*', () => normaliseAt(item, path, rules)))
    return matchesAny(path, rules.unordered) ? items.sort(byCanonicalJson) : items
  }
  if (typeof value === 'string') return textAt(value, path, rules)
  if (typeof value !== 'object' || value === null) return value
  if (isEmbedded(value, path, rules)) return value.id
  // Without a prototype, so that a member named `__proto__` is one like any other.
  const kept: Record<string, unknown> = Object.create(null)
  for (const [key, member] of Object.entries(value)) {
    at(path, key, () => {
      if (isLeftOut(member, path, rules)) return
      const normalised = normaliseAt(member, path, rules)
      const absent = defaultAt(path, rules)
      if (absent === undefined || absent !== canonicalJson(normalised)) kept[key] = normalised
    })
  }
  return kept
}

/** Takes the same decisions as `normaliseAt`; a test holds the one against the other. */
function writeAt(value: unknown, path: Path, rules: Rules, write: Write): void {
  if (Array.isArray(value)) writeItems(value, path, rules, write)
  else if (typeof value === 'string') write(JSON.stringify(textAt(value, path, rules)))
  else if (typeof value !== 'object' || value === null) writeCanonical(value, write)
  else if (isEmbedded(value, path, rules)) writeCanonical(value.id, write)
  else writeMembers(value, path, rules, write)
}

function writeMembers(value: object, path: Path, rules: Rules, write: Write): void {
  write('{')
  let separator = ''
  for (const key of canonicalKeys(value)) {
    const member: unknown = Reflect.get(value, key)
    at(path, key, () => {
      if (isLeftOut(member, path, rules)) return
      const absent = defaultAt(path, rules)
      const label = `${separator}${JSON.stringify(key)}:`
      if (absent === undefined) {
        write(label)
        writeAt(member, path, rules, write)
      } else {
        const text = textOf(piece => writeAt(member, path, rules, piece))
        if (text === absent) return
        write(label + text)
      }
      separator = ','
    })
  }
  write('}')
}

function writeItems(items: readonly unknown[], path: Path, rules: Rules, write: Write): void {
  const writeItem = (item: unknown, piece: Write) => at(path, '*', () => writeAt(item, path, rules, piece))
  if (matchesAny(path, rules.unordered)) {
    const texts = items.map(item => textOf(piece => writeItem(item, piece)))
    write(`[${texts.sort().join()}]`)
    return
  }
  write('[')
  for (const [index, item] of items.entries()) {
    if (index > 0) write(',')
    writeItem(item, write)
  }
  write(']')
}

function textOf(produce: (write: Write) => void): string {
  let text = ''
  produce(piece => {
    text += piece
  })
  return text
}

function at<T>(path: Path, step: string, task: () => T): T {
  path.push(step)
  const result = task()
  path.pop()
  return result
}

function textAt(text: string, path: Path, rules: Rules): string {
  return matchesAny(path, rules.addresses) ? (text.split('?', 1)[0] ?? '') : text
}

function isEmbedded(value: object, path: Path, rules: Rules): value is { id: unknown } {
  return path.length > 0 && 'id' in value && matchesAny(path, rules.embedded)
}

function isLeftOut(member: unknown, path: Path, rules: Rules): boolean {
  return member === null || member === undefined || matchesAny(path, rules.volatile)
}

function defaultAt(path: Path, { defaults }: Rules): string | undefined {
  return defaults.size === 0 ? undefined : defaults.get(path.join('.'))
}

function matchesAny(path: Path, patterns: readonly Pattern[]): boolean {
  return patterns.some(pattern => matches(path, pattern))
}

function matches(path: Path, { anyDepth, parts }: Pattern): boolean {
  const above = path.length - parts.length
  if (anyDepth ? above < 0 : above !== 0) return false
  for (let index = parts.length - 1; index >= 0; index--) {
    const part = parts[index]
    if (part !== '*' && part !== path[above + index]) return false
  }
  return true
}

function byCanonicalJson(a: unknown, b: unknown): number {
  const [left, right] = [canonicalJson(a), canonicalJson(b)]
  return left < right ? -1 : left > right ? 1 : 0
}
