/**
 * What stands in the Markdown for a content reference. A lost target is written as the platform's own export does,
 * with the id where there is one, since it is the only trace; none is ever made up.
 */
import { isFields } from '../../model/fields.ts'
import { type Data, textIn } from './node.ts'

/** Paths relative to the file that is written, or addresses; null = nothing of that id is there. */
export interface LinkNames {
  page(pageId: string, anchor?: string): string | null
  file(fileId: string): string | null
  reusableContent(id: string): string | null
  /** Users, spaces, collections, specifications, and whatever stands in another space, as the document has it. */
  other(ref: Data): string | null
}

const LOST = 'broken-reference'

export function targetOf(ref: unknown, links: LinkNames): string {
  if (!isFields(ref)) return LOST
  const elsewhere = ref.space !== undefined && ref.kind !== 'space' ? links.other(ref) : null
  return elsewhere ?? targetHere(ref, links)
}

function targetHere(ref: Data, links: LinkNames): string {
  switch (ref.kind) {
    case 'url':
      return textIn(ref, 'url') ?? LOST
    case 'file':
      return fileTarget(textIn(ref, 'file'), links)
    case 'page':
    case 'anchor':
      return pageTarget(ref, links)
    case 'reusable-content':
      return includeTarget(textIn(ref, 'reusableContent'), links)
    default:
      return links.other(ref) ?? lostOther(ref)
  }
}

export function fileTarget(id: string | undefined, links: LinkNames): string {
  return id === undefined ? LOST : (links.file(id) ?? `/broken/files/${id}`)
}

function pageTarget(ref: Data, links: LinkNames): string {
  const page = textIn(ref, 'page')
  const anchor = ref.kind === 'anchor' ? textIn(ref, 'anchor') : undefined
  if (page === undefined) return anchor === undefined ? LOST : `#${anchor}`
  const suffix = anchor === undefined ? '' : `#${anchor}`
  return links.page(page, anchor) ?? `/broken/pages/${page}${suffix}`
}

function includeTarget(id: string | undefined, links: LinkNames): string {
  return id === undefined ? LOST : (links.reusableContent(id) ?? `/reusable-content/${id}`)
}

function lostOther(ref: Data): string {
  const space = ref.kind === 'space' ? textIn(ref, 'space') : undefined
  return space === undefined ? LOST : `/broken/spaces/${space}`
}
