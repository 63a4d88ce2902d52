/**
 * How a resource is named: by its kind, its id, and the resource it stands under.
 */

/** One spelling everywhere, e.g. `team-member`. The list of kinds is `src/resources/index.ts`. */
export type Kind = string

/** The path of a resource from the organization down, outermost first: `[['organization','o1'],['space','s1']]`. */
export interface ResourceRef {
  kind: Kind
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
