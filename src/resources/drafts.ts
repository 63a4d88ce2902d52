/** Content of a space has kinds of its own in a draft, a change request: which is which, by `draftOf`. */
import type { Kind } from '../model/resource.ts'
import { resources } from './index.ts'

const inSpaces = new Map(
  resources.flatMap(({ kind, draftOf }) => (draftOf ? [[kind, draftOf] as const] : [])),
)
const inDrafts = new Map([...inSpaces].map(([draft, kind]) => [kind, draft]))

/** What of the content of a space can be told one by one: what stands in the tree, and what does not. */
export const NODES = ['page', 'page-group'] as const satisfies Kind[]
export const CONTENT = [...NODES, 'file', 'reusable-content'] as const satisfies Kind[]

/** What a space calls it: `page` of a draft's page. Of everything else, the kind itself. */
export function kindInSpace(kind: Kind): Kind {
  return inSpaces.get(kind) ?? kind
}

/** What it is called under `owner`, a space or a draft. */
export function kindUnder(owner: Kind, kind: Kind): Kind {
  return owner === 'space' ? kind : (inDrafts.get(kind) ?? kind)
}
