/**
 * What a person would say that an organization holds: facts with names in place of ids, from the emulator's whole state.
 * Written from the platform's document and nothing of docvault's, so that a wrong belief of a restore shows. Order and
 * nesting of pages and of what a site shows are facts of their own.
 */
import { isJson, type Json, listOf, type Names, namesIn } from './names.ts'

export interface Fact {
  /** What it is about, by name. */
  subject: string
  field: string
  value: string
}

export interface Facts {
  /** By subject and field. */
  all: ReadonlyMap<string, Fact>
  names: Names
}

export interface FactDifference {
  subject: string
  field: string
  /** Null: there is no such fact. */
  before: string | null
  after: string | null
}

/** Not what a person means when they say that all is as it was; or it follows from the rest. */
const NOISE =
  /^(createdAt|updatedAt|updatedBy|postedAt|resolvedAt|editedAt|joinedAt|lastSeenAt|lastProcessedAt|deletedAt|urls?|downloadURL|hostname|revisions?|parents|mergedFrom|documentId|bodyDigests|oid|git|computedSeed|permissions|owner|photoURL|privateKey|number|comments|changeRequests\w*|bodyOf|id|outdated|access|reach|granted(Users|Teams)|memberships|repliers|agent-settings|ssoLogins)$/
const ORDERED: ReadonlySet<string> = new Set(['pages', 'structure', 'children', 'siteSpaces', 'sections'])
const ID = /(?<![A-Za-z0-9])[A-Za-z0-9]{20}(?![A-Za-z0-9])/g

/** `known`: the same organization earlier; what has its id or stands for what is gone keeps its name. */
export function readFacts(state: unknown, organization: string, known?: Names): Facts {
  const whole: Json = JSON.parse(JSON.stringify(state))
  const inside = (one: Json) => one.organization === organization || one.id === organization
  const of = listOf(whole.organizations).find(inside) ?? {}
  const isGone = (one: Json) => one.deletedAt !== undefined
  const spaces = listOf(whole.spaces).filter(one => inside(one) && !isGone(one))
  const collections = listOf(whole.collections).filter(inside)
  const parts: Json = {
    collections,
    // Which links are broken is a report: the bodies show it.
    spaces: spaces.map(({ content, drafts, links: _report, ...rest }) => ({
      content,
      drafts: listOf(drafts).filter(isOthers),
      ...rest,
    })),
    organization: of,
  }
  const heads = [...listOf(of.teams), ...collections, ...spaces, ...listOf(of.sites)].map(headOf)
  const names = namesIn([...listOf(whole.users), ...heads, parts], known)
  const all = new Map<string, Fact>()
  // Nobody sees what a space says that is deleted.
  const told = new Set(
    listOf(whole.spaces)
      .filter(isGone)
      .map(one => String(one.id)),
  )
  tell(parts, { subject: 'all', field: '' }, { names, all, told })
  return { all, names }
}

/** What is gone, new, or says something else. */
export function factName(subject: string, field: string): string {
  return `${subject} · ${field}`
}

export function differencesOf(before: Facts, after: Facts): FactDifference[] {
  const differences: FactDifference[] = []
  for (const [name, { subject, field, value }] of before.all) {
    const now = after.all.get(name)?.value ?? null
    if (now !== value) differences.push({ subject, field, before: value, after: now })
  }
  for (const [name, { subject, field, value }] of after.all)
    if (!before.all.has(name)) differences.push({ subject, field, before: null, after: value })
  return differences
}

export function lineOf({ subject, field, before, after }: FactDifference): string {
  const sign = after === null ? '-' : before === null ? '+' : '~'
  return `${sign} ${subject} · ${field}: ${[before, after].flatMap(one => (one === null ? [] : [shorten(one)])).join(' → ')}`
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
  names: Names
  all: Map<string, Fact>
  /** Ids of what was told in its own place: elsewhere it is only named. */
  told: Set<string>
}

interface About {
  subject: string
  field: string
}

/** Kept beside what they belong to, by its id. */
const OF_ITS_OWN: Readonly<Record<string, string>> = { markdown: 'body', fileDigests: 'bytes' }

function tell(value: unknown, about: About, telling: Telling): void {
  const { names, told } = telling
  if (Array.isArray(value)) {
    tellList(value, about, telling)
    return
  }
  if (!isJson(value)) {
    const text = about.field === 'body' ? bodyOf(String(value), names) : value
    // A page without a body may have got an empty one.
    if (about.field === 'body' && text === '') return
    note(about, named(JSON.stringify(text ?? null), names), telling)
    return
  }
  const name = typeof value.id === 'string' ? names.of(value.id) : undefined
  if (name !== undefined && (value.object === 'user' || told.has(String(value.id)))) {
    note(about, name, telling)
    return
  }
  if (name !== undefined) told.add(String(value.id))
  const inside = name === undefined ? about : { subject: name, field: '' }
  for (const [key, inner] of Object.entries(value))
    if (!isNoise(value, key, inner)) tell(inner, aboutKey(inside, key, names), telling)
}

function isNoise(value: Json, key: string, inner: unknown): boolean {
  const isKindOfEdit = value.object === 'revision' && key === 'type'
  return NOISE.test(key) || isKindOfEdit || isAddress(value, key) || isCount(inner, key)
}

/** Of a page it follows from its slug and its place. */
function isCount(value: unknown, key: string): boolean {
  return typeof value === 'number' && /^(members|spaces|teams|replies|siteSpaces)$/.test(key)
}

function isAddress({ slug, type }: Json, key: string): boolean {
  return key === 'path' && slug !== undefined && /^(document|group|link)$/.test(String(type))
}

function aboutKey({ subject, field }: About, key: string, names: Names): About {
  const own = OF_ITS_OWN[field]
  const name = names.of(key)
  if (own !== undefined && name !== undefined) return { subject: name, field: own }
  return { subject, field: field === '' ? key : `${field} · ${name ?? key}` }
}

function note({ subject, field }: About, value: string, { all }: Telling): void {
  all.set(factName(subject, field), { subject, field, value })
}

/**
 * What a body says, however it came to be Markdown: without front matter and heading, and with links by the name of what
 * they lead to. A body that was written as a document has lost the paths, and shows ids instead.
 */
function bodyOf(markdown: string, names: Names): string {
  return markdown
    .replace(/^---\n[\s\S]*?\n---\n+/, '')
    .replace(/^# .*\n+/, '')
    .replace(
      /\]\(\/broken\/(?:page|file)s\/([A-Za-z0-9]{20})\)/g,
      (_, id) => `](${lastOf(names.once(id) ?? 'nowhere')})`,
    )
    .replace(/\]\((?!\/|https?:)([^)]*\/)?([^)/]+?)(\.md)?\)/g, (_, _folder, name) => `](${name})`)
    .replace(/!\[[^\]]*\]/g, '![]')
    .replace(/\]\((?:document|thing|file|group) ([^)]*)\)/g, (_, name) => `](${name})`)
}

function lastOf(name: string): string {
  return name.split(' › ').at(-1) ?? name
}

function tellList(list: readonly unknown[], about: About, telling: Telling): void {
  const { names } = telling
  const keys = list.map(one => (isJson(one) && typeof one.id === 'string' ? names.of(one.id) : undefined))
  if (keys.some(key => key === undefined) || new Set(keys).size < keys.length) {
    const texts = list.map(one => named(JSON.stringify(withoutNoise(one)), names))
    note(about, JSON.stringify(texts.sort()), telling)
    return
  }
  const field = about.field.split(' · ').at(-1) ?? ''
  if (ORDERED.has(field)) note({ ...about, field: `${about.field} (order)` }, JSON.stringify(keys), telling)
  // What stands in a list of its own place is told under its own name, however deep that is.
  for (const one of list) tell(one, about, telling)
}

function withoutNoise(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNoise)
  if (!isJson(value)) return value
  const kept = Object.entries(value).filter(([key]) => !NOISE.test(key))
  return Object.fromEntries(
    kept.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => [key, withoutNoise(inner)]),
  )
}

function named(text: string, names: Names): string {
  // An address is what it is, whatever ids its text has.
  return text
    .split(/(https?:\/\/[^"\s\\]*)/)
    .map((part, at) => (at % 2 === 1 ? addressOf(part) : part.replace(ID, id => names.of(id) ?? '(id)')))
    .join('')
}

function addressOf(url: string): string {
  return url.replace(/^https?:\/\/127\.0\.0\.1:\d+/, '').replace(/\?alt=media.*/, '')
}

function shorten(text: string): string {
  return text.length > 160 ? `${text.slice(0, 157)}…` : text
}
