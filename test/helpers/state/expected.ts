/** What a snapshot must hold, resource by resource, as the emulator's state tells. */
export type Json = Readonly<Record<string, unknown>>

export interface Wanted {
  kind: string
  /** Kind and id, outermost first; the id `*` stands for the only one of its kind there. */
  path: readonly string[]
  json: Json
  /** SHA-256 by name. */
  parts: Readonly<Record<string, string>>
}

/** For people: the resource and what it stands under. */
export function nameOf({ path }: Pick<Wanted, 'path'>): string {
  return path.slice(-2).join(' / ')
}

/** Where the reading of the state stands. */
export interface Setting {
  state: Json
  /** The operations that this service has. */
  offers: ReadonlySet<string>
  add(wanted: Wanted): void
}

export function add(
  setting: Setting,
  parent: readonly string[],
  kind: string,
  id: unknown,
  json: Json,
  parts: Wanted['parts'] = {},
): readonly string[] {
  const path = [...parent, `${kind} ${String(id)}`]
  setting.add({ kind, path, json, parts })
  return path
}

export function itemsOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isJson) : []
}

export function jsonOf(value: unknown): Json {
  return isJson(value) ? value : {}
}

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An object as the API shows it: the description of the state adds what stands below it. */
export function without(json: Json, ...names: readonly string[]): Json {
  return Object.fromEntries(Object.entries(json).filter(([name]) => !names.includes(name)))
}

/** Everything of one kind under a parent, if this service lists it. */
export function addAll(
  setting: Setting,
  parent: readonly string[],
  kind: string,
  items: unknown,
  idOf: (item: Json) => unknown = item => item.id,
  operation?: string,
): void {
  if (operation !== undefined && !setting.offers.has(operation)) return
  for (const item of itemsOf(items)) add(setting, parent, kind, idOf(item), item)
}
