/**
 * What counts of a document beside its text: how it begins and where it leads. Small, so that it can be remembered where
 * the document itself is not.
 */
import { type Fields, isFields, listOf, recordOf, textOf } from '../model/fields.ts'
import { type Reference, rewriteReferences } from './references.ts'

export interface Outline {
  /** Null where it has no block. `heading`: the text of the first block where that is a heading. */
  first: { heading: string | null } | null
  references: readonly Reference[]
  /** Addresses as they are written, on the web or nowhere. */
  urls: readonly string[]
}

export function outlineOf(document: Fields | null): Outline | null {
  if (document === null) return null
  const references: Reference[] = []
  const urls: string[] = []
  rewriteReferences(
    document,
    reference => {
      references.push(reference)
      return reference.id
    },
    url => {
      urls.push(url)
      return url
    },
  )
  return { first: firstOf(document), references, urls }
}

function firstOf({ nodes }: Fields): Outline['first'] {
  const [first] = listOf(nodes)
  if (!isFields(first)) return null
  return { heading: /^heading-\d$/.test(textOf(first.type) ?? '') ? textIn(first) : null }
}

function textIn(node: Fields): string {
  const own = listOf(node.leaves).map(leaf => textOf(recordOf(leaf)?.text) ?? '')
  const inner = listOf(node.nodes).map(child => (isFields(child) ? textIn(child) : ''))
  return [...own, ...inner].join('')
}
