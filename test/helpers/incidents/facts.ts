/**
 * What a person would say that an organization holds: facts with names in place of ids, from the emulator's whole state.
 * Written from the platform's document and nothing of docvault's, so that a wrong belief of a restore shows. Order and
 * nesting of pages and of what a site shows are facts of their own.
 */
type Json = Record<string, unknown>

/** Name of a fact → what it says. */
export type Facts = ReadonlyMap<string, string>

/** Not what a person means when they say that all is as it was. */
const NOISE =
  /^(createdAt|updatedAt|postedAt|resolvedAt|editedAt|joinedAt|lastSeenAt|lastProcessedAt|deletedAt|urls?|downloadURL|hostname|revisions?|parents|mergedFrom|documentId|bodyDigests|oid|git|computedSeed|permissions|owner|photoURL|privateKey|number|comments|changeRequests\w*|bodyOf|id|outdated)$/
const ORDERED: ReadonlySet<string> = new Set(['pages', 'structure', 'children', 'siteSpaces', 'sections'])
const ID = /(?<![A-Za-z0-9])[A-Za-z0-9]{20}(?![A-Za-z0-9])/g

export function factsOf(state: unknown, organization: string): Facts {
  const whole = jsonOf(state)
  const inside = (one: Json) => one.organization === organization || one.id === organization
  const of = listOf(whole.organizations).find(inside) ?? {}
  const spaces = listOf(whole.spaces).filter(one => inside(one) && one.deletedAt === undefined)
  const collections = listOf(whole.collections).filter(inside)
  const parts: Json = {
    collections,
    spaces: spaces.map(({ content, drafts, ...rest }) => ({
      content,
      drafts: listOf(drafts).filter(isOthers),
      ...rest,
    })),
    organization: of,
  }
  const heads = [...listOf(of.teams), ...collections, ...spaces, ...listOf(of.sites)].map(headOf)
  const names = namesIn([...listOf(whole.users), ...heads, parts])
  const facts = new Map<string, string>()
  tell(parts, '', { names, facts, told: new Set() })
  return facts
}

/** A restore leaves the change requests that it worked in. */
function isOthers({ subject }: Json): boolean {
  return !String(subject).startsWith('docvault restore')
}

/** What others name it by, without what is in it. */
function headOf({ id, object, title }: Json): Json {
  return { id, object, title }
}

interface Telling {
  names: ReadonlyMap<string, string>
  facts: Map<string, string>
  /** Ids of what was told in its own place: elsewhere it is only named. */
  told: Set<string>
}

/** One line each: what is gone, new, or says something else. */
export function differences(before: Facts, after: Facts): string[] {
  const lines: string[] = []
  for (const [name, value] of before) {
    const now = after.get(name)
    if (now === undefined) lines.push(`- ${name}: ${shorten(value)}`)
    else if (now !== value) lines.push(`~ ${name}: ${shorten(value)} → ${shorten(now)}`)
  }
  for (const [name, value] of after) if (!before.has(name)) lines.push(`+ ${name}: ${shorten(value)}`)
  return lines
}

/** Every object with an id gets the name that it goes by, in the place that it stands in. */
function namesIn(values: readonly unknown[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  const taken = new Map<string, number>()
  const visit = (value: unknown, above: string): void => {
    if (Array.isArray(value)) {
      for (const one of value) visit(one, above)
      return
    }
    if (!isJson(value)) return
    let name = typeof value.id === 'string' ? (names.get(value.id) ?? above) : above
    if (typeof value.id === 'string' && !names.has(value.id) && value.object !== 'revision') {
      const own = `${String(value.object ?? value.type ?? 'thing')} ${labelOf(value)}`
      name = above === '' || value.object === 'user' ? own : `${above} › ${own}`
      const count = (taken.get(name) ?? 0) + 1
      taken.set(name, count)
      if (count > 1) name = `${name} #${count}`
      names.set(value.id, name)
    }
    // Bodies are kept by the id of their document.
    if (typeof value.documentId === 'string' && value.object !== 'revision')
      names.set(value.documentId, `${name} (body)`)
    for (const [key, inner] of Object.entries(value)) if (!NOISE.test(key)) visit(inner, name)
  }
  for (const one of values) visit(one, '')
  return names
}

function labelOf(value: Json): string {
  const [name] = [value.email, value.slug, value.title, value.name, value.source, value.subject, value.path]
    .filter(one => typeof one === 'string' && one !== '')
    .map(String)
  return name ?? '?'
}

function tell(value: unknown, path: string, telling: Telling): void {
  const { names, facts, told } = telling
  if (Array.isArray(value)) {
    tellList(value, path, telling)
    return
  }
  if (!isJson(value)) {
    const said = path.includes(' · markdown · ') ? bodyOf(String(value), path, names) : value
    facts.set(path, named(JSON.stringify(said ?? null), names))
    return
  }
  const name = typeof value.id === 'string' ? names.get(value.id) : undefined
  if (name !== undefined && (value.object === 'user' || told.has(String(value.id)))) {
    facts.set(path, name)
    return
  }
  if (name !== undefined) told.add(String(value.id))
  for (const [key, inner] of Object.entries(value))
    if (!NOISE.test(key) && !(value.object === 'revision' && key === 'type'))
      tell(inner, path === '' ? key : `${path} · ${names.get(key) ?? key}`, telling)
}

/**
 * What a body says, however it came to be Markdown: without front matter, and with links by the name of what they lead
 * to. A body that was written as a document has lost the paths, and shows ids instead.
 */
function bodyOf(markdown: string, path: string, names: ReadonlyMap<string, string>): string {
  const space = path.slice(0, path.indexOf(' · '))
  return markdown
    .replace(/^---\n[\s\S]*?\n---\n+/, '')
    .replace(/^# .*\n+/, '')
    .replace(
      /\]\(\/broken\/(?:page|file)s\/([A-Za-z0-9]{20})\)/g,
      (_, id) => `](${lastOf(names.get(id) ?? 'nowhere')})`,
    )
    .replace(/\]\((?!\/|https?:)([^)]*\/)?([^)/]+?)(\.md)?\)/g, (_, _folder, name) => `](${space}… ${name})`)
    .replace(/!\[[^\]]*\]/g, '![]')
    .replace(/\]\([^)]*… (?:document|thing|file|group) ([^)]*)\)/g, (_, name) => `](${space}… ${name})`)
}

function lastOf(name: string): string {
  return name.slice(name.lastIndexOf(' › ') + 3)
}

function tellList(list: readonly unknown[], path: string, telling: Telling): void {
  const { names, facts } = telling
  const keys = list.map(one => (isJson(one) && typeof one.id === 'string' ? names.get(one.id) : undefined))
  if (keys.some(key => key === undefined) || new Set(keys).size < keys.length) {
    const texts = list.map(one => named(JSON.stringify(withoutNoise(one)), names))
    facts.set(path, JSON.stringify(texts.sort()))
    return
  }
  const field = path.slice(path.lastIndexOf(' · ') + 3)
  if (ORDERED.has(field)) facts.set(`${path} (order)`, JSON.stringify(keys))
  // What stands in a list of its own place is told under its own name, however deep that is.
  for (const [at, one] of list.entries()) tell(one, `${keys[at]}`, telling)
}

function withoutNoise(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNoise)
  if (!isJson(value)) return value
  const kept = Object.entries(value).filter(([key]) => !NOISE.test(key))
  return Object.fromEntries(
    kept.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => [key, withoutNoise(inner)]),
  )
}

function named(text: string, names: ReadonlyMap<string, string>): string {
  return text.replace(ID, id => names.get(id) ?? '(id)').replace(/alt=media&token=[^"]*/g, '')
}

function shorten(text: string): string {
  return text.length > 160 ? `${text.slice(0, 157)}…` : text
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function jsonOf(value: unknown): Json {
  return JSON.parse(JSON.stringify(value))
}

function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isJson) : []
}
