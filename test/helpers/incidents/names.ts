/**
 * What things are called, in place of their ids: by what people read, and in the place that they stand in. What has the
 * id that it had keeps its name, however it is called now; what is new takes the name of what is gone and was called so.
 */
export type Json = Record<string, unknown>

export interface Named {
  name: string
  above: string
  title: string
}

export class Names {
  readonly #byId = new Map<string, Named>()
  readonly #byName = new Map<string, Named>()
  /** Bodies are kept by the id of their document. */
  readonly #owners = new Map<string, string>()

  readonly #earlier: Names | undefined

  constructor(earlier?: Names) {
    this.#earlier = earlier
  }

  /** Also of what is gone. */
  once(id: string): string | undefined {
    return this.of(id) ?? this.#earlier?.once(id)
  }

  of(id: string): string | undefined {
    return (this.#byId.get(id) ?? this.#byId.get(this.#owners.get(id) ?? ''))?.name
  }

  find(name: string): Named | undefined {
    return this.#byName.get(name)
  }

  set(id: string, named: Named): void {
    this.#byId.set(id, named)
    this.#byName.set(named.name, named)
  }

  setOwner(document: string, id: string): void {
    this.#owners.set(document, id)
  }

  entries(): IterableIterator<[string, Named]> {
    return this.#byId.entries()
  }
}

/** Every object with an id. */
export function namesIn(values: readonly unknown[], known = new Names()): Names {
  const naming = new Naming(idsIn(values), known)
  for (const one of values) naming.visit(one, '', '')
  return naming.names
}

/** What a comment is about may be gone. */
const LEADS = 'target'

class Naming {
  readonly names: Names
  readonly #taken = new Set<string>()
  readonly #known: Names
  /** Of what is not there any more, by what it was called and where. */
  readonly #goneNames = new Set<string>()
  readonly #gone = new Map<string, Named[]>()

  constructor(present: ReadonlySet<string>, known: Names) {
    this.#known = known
    this.names = new Names(known)
    for (const [id, named] of known.entries()) {
      if (present.has(id)) this.#taken.add(named.name)
      else {
        const key = [named.above, named.title].join('\n')
        this.#gone.set(key, [...(this.#gone.get(key) ?? []), named])
        this.#goneNames.add(named.name)
      }
    }
  }

  /** `key`: the field that it stands in. */
  visit(value: unknown, above: string, key: string): void {
    if (Array.isArray(value)) {
      for (const one of value) this.visit(one, above, key)
      return
    }
    if (!isJson(value)) return
    const { id, documentId } = value
    const isNamed = typeof id === 'string' && value.object !== 'revision'
    if (isNamed && this.names.of(id) === undefined)
      this.#name(id, value, value.object === 'user' ? '' : above)
    if (isNamed && typeof documentId === 'string') this.names.setOwner(documentId, id)
    const own = isNamed ? (this.names.of(id) ?? above) : above
    // Pages are known by their space: what they stand below may change.
    for (const [inner, one] of Object.entries(value))
      if (inner !== LEADS) this.visit(one, inner === 'pages' && key === 'pages' ? above : own, inner)
  }

  #name(id: string, value: Json, above: string): void {
    const title = String(value.title ?? value.name ?? value.label ?? '')
    const before = this.#known.of(id)
    const wanted = above === '' ? wordsFor(value) : `${above} › ${wordsFor(value)}`
    const name = before ?? this.#goneAs(wanted) ?? this.#calledSo(above, title) ?? this.#numbered(wanted)
    this.#taken.add(name)
    this.names.set(id, { name, above, title })
  }

  #goneAs(name: string): string | undefined {
    return this.#goneNames.has(name) && !this.#taken.has(name) ? name : undefined
  }

  #calledSo(above: string, title: string): string | undefined {
    if (title === '') return undefined
    return this.#gone.get([above, title].join('\n'))?.find(one => !this.#taken.has(one.name))?.name
  }

  #numbered(name: string): string {
    if (!this.#taken.has(name)) return name
    for (let number = 2; ; number++) if (!this.#taken.has(`${name} #${number}`)) return `${name} #${number}`
  }
}

function idsIn(value: unknown, ids = new Set<string>()): ReadonlySet<string> {
  if (Array.isArray(value)) for (const one of value) idsIn(one, ids)
  else if (isJson(value)) {
    if (typeof value.id === 'string') ids.add(value.id)
    for (const [key, one] of Object.entries(value)) if (key !== LEADS) idsIn(one, ids)
  }
  return ids
}

/** There is one organization, whatever it is called. */
function wordsFor(value: Json): string {
  if (value.object === 'organization') return 'organization'
  const [name] = [
    value.email,
    value.slug,
    value.title,
    value.name,
    value.label,
    value.source,
    value.subject,
    remarkOf(value),
    value.path,
  ]
    .filter(one => typeof one === 'string' && one !== '')
    .map(String)
  return `${String(value.object ?? value.type ?? 'thing')} ${name ?? '?'}`
}

/** A comment goes by what it says: whoever wrote it may stand before that. */
function remarkOf({ body }: Json): unknown {
  if (!isJson(body) || typeof body.markdown !== 'string') return undefined
  return body.markdown.split('\n\n').at(-1)
}

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isJson) : []
}
