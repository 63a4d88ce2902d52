/**
 * How a resource is named: by its kind, its id, and the resource it stands under.
 */

/** Kind → an item of it as the platform sends it. Each declaration in `src/resources/` adds its own. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled where kinds are declared
export interface Kinds {}

/** One spelling everywhere, e.g. `team-member`. The list of kinds is `src/resources/index.ts`. */
export type Kind = keyof Kinds

/** How many of each. */
export type CountsByKind = Partial<Record<Kind, number>>

/**
 * The shape of a kind's items as the platform sends them, and the dotted paths of the fields that they have as they
 * are stored.
 */
export interface Kept<T, Fields extends string> {
  item: T
  fields: Fields
}

/** The kinds whose items are kept like that. */
export type KindOf<T extends Kept<unknown, string>> = { [K in Kind]: Kinds[K] extends T ? K : never }[Kind]

/** The path of a resource from the organization down, outermost first: `[['organization','o1'],['space','s1']]`. */
export interface ResourceRef {
  /** `resource`: the vault has lost what it was. */
  kind: Kind | 'resource'
  id: string
  parent: ResourceRef | null
}

/** A named body that belongs to a resource beside its JSON: a page's `markdown`, a file's `bytes`. */
export type PartName = string

export function formatRef(ref: ResourceRef): string {
  const own = `${ref.kind} ${ref.id}`
  return ref.parent === null || ref.parent.kind === 'organization'
    ? own
    : `${own} in ${formatRef(ref.parent)}`
}
