/** Content of a space has kinds of its own in a draft, a change request: which is which, by `draftOf`. */
import type { Kind, KindOf } from '../model/resource.ts'
import type { Page } from '../platform/operations/content-shapes.ts'
import { declarationOf, resources } from './index.ts'
import type { KeptPage } from './page-tree.ts'

const inSpaces = new Map(
  resources.flatMap(({ kind, draftOf }) => (draftOf ? [[kind, draftOf] as const] : [])),
)
const inDrafts = new Map([...inSpaces].map(([draft, kind]) => [kind, draft]))

/** What of the content of a space can be told one by one: what stands in the tree, and what does not. */
export const NODES = ['page', 'page-group'] as const satisfies KindOf<KeptPage<Page>>[]
export const CONTENT = [...NODES, 'file', 'reusable-content'] as const satisfies Kind[]

/** What has content: a space, and a draft of one. */
export const OWNERS: readonly Kind[] = resources.flatMap(({ kind, parent }) =>
  isTree(kind) && parent !== null ? [parent] : [],
)

/** What a space calls it: `page` of a draft's page. Of everything else, the kind itself. */
export function kindInSpace(kind: Kind): Kind {
  return inSpaces.get(kind) ?? kind
}

/** A part of the content of a space or a draft: read from the answer that holds all of it. */
export function isContent(kind: Kind): boolean {
  const declared = declarationOf(kind)
  return declared !== undefined && 'within' in declared && isTree(declared.within)
}

/** That answer: the content as a whole, with the order and nesting of what stands in the tree. */
export function isTree(kind: Kind): boolean {
  return kindInSpace(kind) === 'revision'
}

/** What stands in the tree, of a space or of a draft. */
export function isNode(kind: Kind): boolean {
  return NODES.some(node => node === kindInSpace(kind))
}

/** What it is called under `owner`, a space or a draft. */
export function kindUnder(owner: Kind, kind: Kind): Kind {
  return owner === 'space' ? kind : (inDrafts.get(kind) ?? kind)
}
