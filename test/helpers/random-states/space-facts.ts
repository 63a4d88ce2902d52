/**
 * What a space of an emulator holds, page by page, in the words of the platform's document and nothing of docvault's: the
 * judge of a restore. A page is the same in two states by its id, or where it was made anew by its title.
 */
import type { Emulator } from '../../../src/emulator/handle.ts'

type Json = Record<string, unknown>

export interface PageFacts {
  id: string
  kind: 'page' | 'page-group'
  title: string
  parent: string | null
  /** By the name of the property. */
  says: ReadonlyMap<string, unknown>
}

export interface SpaceFacts {
  /** In the order of the tree. */
  pages: readonly PageFacts[]
  files: readonly { id: string; name: string; says: ReadonlyMap<string, unknown> }[]
  contents: readonly { id: string; title: string; says: ReadonlyMap<string, unknown> }[]
  variables: unknown
}

export interface Difference {
  kind: 'page' | 'page-group' | 'file' | 'reusable-content' | 'revision'
  /** As the first state has it; of what only the second has, there. */
  id: string
  title: string
  /** `missing`, `extra`, or a property. */
  property: string
  was: unknown
  is: unknown
}

/** Not said by whoever writes: dates, addresses, digests, and what follows from the rest. */
const NOISE = new Set([
  'id',
  'title',
  'pages',
  'createdAt',
  'updatedAt',
  'urls',
  'path',
  'git',
  'documentId',
  'href',
  'computedSeed',
  'downloadURL',
])

export function readSpace(emulator: Emulator, space: string): SpaceFacts {
  const { content, bodies, files: digests } = emulator.revision(space, revisionOf(emulator, space))
  const bodyOf = (id: unknown) => (typeof id === 'string' ? bodies.get(id) : undefined)
  const known = new Set(idsIn(content.pages))
  const pages: PageFacts[] = []
  const walk = (list: unknown, parent: string | null): void => {
    for (const page of listOf(list)) {
      const { id, title, type } = page
      const body = bodyOf(page.documentId)
      // A flag that is not set is as good as one that is set to false.
      const said = Object.entries(page).filter(([name, value]) => !NOISE.has(name) && value !== false)
      const says = new Map<string, unknown>(said)
      if (type !== 'document') says.delete('slug')
      says.set('title', title)
      for (const name of ['target', 'metaLinks']) if (says.has(name)) says.set(name, alive(page[name], known))
      // A page without a body is as empty as one that says nothing but its title.
      const isEmpty = body === undefined || isBlank(body.markdown, String(title))
      says.set('body', isEmpty ? null : meaningOf(body.document))
      says.set('Markdown', isEmpty ? null : wordsOf(body.markdown))
      pages.push({
        id: String(id),
        kind: type === 'group' ? 'page-group' : 'page',
        title: String(title),
        parent,
        says,
      })
      walk(page.pages, String(id))
    }
  }
  walk(content.pages, null)
  return {
    pages,
    files: listOf(content.files).map(({ id, name, size, contentType }) => ({
      id: String(id),
      name: String(name),
      says: new Map<string, unknown>(Object.entries({ size, contentType, bytes: digests.get(String(id)) })),
    })),
    contents: listOf(content.reusableContents).map(({ id, title, document }) => ({
      id: String(id),
      title: String(title),
      says: new Map([['document', meaningOf(bodyOf(document)?.document)]]),
    })),
    variables: content.variables,
  }
}

/** With what leads to no page of those as such. */
function alive(value: unknown, known: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map(inner => alive(inner, known))
  if (!isJson(value)) return value
  if (value.kind === 'page' && !known.has(String(value.page))) return 'leads nowhere'
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, alive(inner, known)]))
}

function idsIn(pages: unknown): string[] {
  return listOf(pages).flatMap(page => [String(page.id), ...idsIn(page.pages)])
}

export interface Judging {
  /** Said to stand elsewhere; the order of the others is looked at without them. */
  mayStray?: (page: PageFacts) => boolean
  /** What a restore found: what it made is taken for what was gone, before that. */
  found?: SpaceFacts
}

export function differencesOf(
  before: SpaceFacts,
  after: SpaceFacts,
  { mayStray = () => false, found: stood }: Judging = {},
): Difference[] {
  const same = sameThings(before, after, stood)
  const lists = [
    [before.pages, after.pages, pageAbout],
    [before.files, after.files, fileAbout],
    [before.contents, after.contents, contentAbout],
  ] as const
  const found: Difference[] = []
  const compare = <T extends { id: string; says: ReadonlyMap<string, unknown> }>(
    was: readonly T[],
    is: readonly T[],
    aboutOf: (one: T) => Pick<Difference, 'kind' | 'title'>,
  ) => {
    const there = new Map(is.map(one => [same.get(one.id) ?? one.id, one]))
    const known = new Set(was.map(one => one.id))
    for (const one of was) {
      const now = there.get(one.id)
      const about = { ...aboutOf(one), id: one.id }
      if (now === undefined) found.push({ ...about, property: 'missing', was: true, is: false })
      else for (const each of fieldsOf(one.says, now.says, same)) found.push({ ...about, ...each })
    }
    for (const one of is)
      if (!known.has(same.get(one.id) ?? one.id))
        found.push({ ...aboutOf(one), id: one.id, property: 'extra', was: false, is: true })
  }
  compare(...lists[0])
  compare(...lists[1])
  compare(...lists[2])
  if (canonical(before.variables) !== canonical(after.variables))
    found.push({
      kind: 'revision',
      id: 'revision',
      title: 'the space',
      property: 'variables of the space',
      was: before.variables,
      is: after.variables,
    })
  return [...found, ...placesOf(before, after, same, mayStray)]
}

const pageAbout = ({ kind, title }: PageFacts) => ({ kind, title })
const fileAbout = ({ name }: SpaceFacts['files'][number]) => ({ kind: 'file' as const, title: name })
const contentAbout = ({ title }: SpaceFacts['contents'][number]) => ({
  kind: 'reusable-content' as const,
  title,
})

/** Id of the second state → id of the first. */
function sameThings(before: SpaceFacts, after: SpaceFacts, stood?: SpaceFacts): ReadonlyMap<string, string> {
  const old = new Set(
    [stood?.pages, stood?.files, stood?.contents].flatMap(list => (list ?? []).map(one => one.id)),
  )
  const pairs: [string, string][] = []
  const match = <T extends { id: string }>(
    was: readonly T[],
    is: readonly T[],
    nameOf: (one: T) => string,
  ) => {
    const kept = new Set(is.map(one => one.id))
    const gone = Map.groupBy(
      was.filter(one => !kept.has(one.id)),
      nameOf,
    )
    const known = new Set(was.map(one => one.id))
    const newFirst = is.toSorted((a, b) => Number(old.has(a.id)) - Number(old.has(b.id)))
    for (const one of newFirst) {
      const match = known.has(one.id) ? one : gone.get(nameOf(one))?.shift()
      if (match !== undefined) pairs.push([one.id, match.id])
    }
  }
  match(before.pages, after.pages, one => one.title)
  match(before.files, after.files, one => one.name)
  match(before.contents, after.contents, one => one.title)
  return new Map(pairs)
}

function fieldsOf(
  was: ReadonlyMap<string, unknown>,
  is: ReadonlyMap<string, unknown>,
  same: ReadonlyMap<string, string>,
): Pick<Difference, 'property' | 'was' | 'is'>[] {
  return [...new Set([...was.keys(), ...is.keys()])].flatMap(property => {
    const [left, right] = [was.get(property) ?? null, renamed(is.get(property) ?? null, same)]
    return canonical(left) === canonical(right) ? [] : [{ property, was: left, is: right }]
  })
}

/** Another parent, or among its siblings in another order: of those, the ones that would have to move. */
function placesOf(
  before: SpaceFacts,
  after: SpaceFacts,
  same: ReadonlyMap<string, string>,
  mayStray: (page: PageFacts) => boolean,
): Difference[] {
  const idOf = (id: string | null) => (id === null ? null : (same.get(id) ?? id))
  const parents = new Map(after.pages.map(one => [idOf(one.id), idOf(one.parent)]))
  const strays = before.pages.filter(one => parents.has(one.id) && parents.get(one.id) !== one.parent)
  const away = new Set(strays.map(one => one.id))
  const levels = Map.groupBy(
    before.pages.filter(one => parents.has(one.id) && !away.has(one.id) && !mayStray(one)),
    one => one.parent,
  )
  const ranks = new Map(after.pages.map((one, at) => [idOf(one.id), at]))
  const disordered = [...levels.values()].flatMap(level => outOfOrder(level, one => ranks.get(one.id) ?? 0))
  const titles = new Map(before.pages.map(one => [one.id, one.title]))
  const nameOf = (id: string | null | undefined) => (id ? (titles.get(id) ?? id) : 'the root')
  return [
    ...strays.map(one => ({
      ...pageAbout(one),
      id: one.id,
      property: 'place',
      was: nameOf(one.parent),
      is: nameOf(parents.get(one.id)),
    })),
    ...disordered.map(one => ({
      ...pageAbout(one),
      id: one.id,
      property: 'order',
      was: nameOf(one.parent),
      is: '',
    })),
  ]
}

/** Everything but a longest run that is in order. */
function outOfOrder<T>(list: readonly T[], rankOf: (one: T) => number): T[] {
  const runs: T[][] = []
  for (const [at, one] of list.entries()) {
    const before = list
      .slice(0, at)
      .flatMap((other, index) => (rankOf(other) < rankOf(one) ? [runs[index] ?? []] : []))
    runs.push([...before.reduce((most, run) => (run.length > most.length ? run : most), []), one])
  }
  const longest = new Set(runs.reduce((most, run) => (run.length > most.length ? run : most), []))
  return list.filter(one => !longest.has(one))
}

function renamed(value: unknown, same: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return same.get(value) ?? value
  if (Array.isArray(value)) return value.map(one => renamed(one, same))
  if (!isJson(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, renamed(inner, same)]))
}

/** The document without what every writing makes anew. */
function meaningOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(meaningOf)
  if (!isJson(value)) return value ?? null
  const kept = Object.entries(value).filter(([key]) => !['key', 'meta', 'schemaVersion'].includes(key))
  return Object.fromEntries(kept.map(([key, inner]) => [key, meaningOf(inner)]))
}

function isBlank(markdown: string, title: string): boolean {
  const text = markdown.replace(/^---\n[\s\S]*?\n---\n/, '').trim()
  return text === '' || text === `# ${title}`
}

/** Where links lead is said by the document. */
function wordsOf(markdown: string): string {
  return markdown.replace(/\]\([^)]*\)/g, ']()').replace(/(include|cover:) ?"?[^"\n]*"?/g, '$1')
}

function canonical(value: unknown): string {
  return JSON.stringify(sorted(value))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isJson(value)) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]))
}

function revisionOf(emulator: Emulator, id: string): string {
  const space = listOf(emulator.state().spaces).find(one => one.id === id)
  return String(space?.revision)
}

function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isJson) : []
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
