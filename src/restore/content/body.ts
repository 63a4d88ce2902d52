/**
 * The document that is written for a page: as stored, references rewritten, reusable contents in place of their
 * blocks (no operation makes them), and for a link that cannot be made a paragraph that leads there.
 */

import { type Fields, isFields, listOf, recordOf, textOf } from '../../model/fields.ts'
import { bodyWithoutTitle } from '../../space/fit-heading.ts'
import type { Outline } from '../../space/outline.ts'
import { rewriteReferences } from '../../space/references.ts'
import type { RestoreKnowledge } from '../apply/session.ts'
import type { StateItem } from '../state.ts'
import { makeMapUrl } from './addresses.ts'
import { type DraftStanding, markdownForDraft } from './draft-markdown.ts'
import { markdownAlone } from './markdown-alone.ts'
import { resolverIn } from './resolve-ids.ts'

const MOST_NESTING = 10

type Reading = Pick<RestoreKnowledge, 'source' | 'ids' | 'urlsOf'>

export function bodyOf(knowledge: Reading, owner: StateItem, item: StateItem): Fields | null {
  if (item.json.type === 'link') return linkDocument(knowledge, owner, item)
  const bytes = knowledge.source.part(item, 'document')
  if (bytes === null) return null
  const text = bytes.toString()
  const document = recordOf(JSON.parse(text))
  if (document === null) return null
  const shows = text.includes('"reusable-content"')
  return rewritten(knowledge, owner, shows ? inlined(knowledge, owner, document, 0) : document)
}

/** As a batch takes it. */
export type WrittenBody = { document: Fields } | { markdown: string }

/** Null where there is nothing to say. `standing`: of the draft, for what has Markdown alone. */
export function writtenBody(
  knowledge: RestoreKnowledge,
  owner: StateItem,
  item: StateItem,
  standing: DraftStanding | null,
): WrittenBody | null {
  const kept = markdownAlone(knowledge.source, item)
  if (kept === null) {
    const document = bodyOf(knowledge, owner, item)
    return document && { document }
  }
  const placed = standing && markdownForDraft(knowledge, { owner, item, standing }, kept)
  const markdown = placed === null ? '' : bodyWithoutTitle(placed, textOf(item.json.title) ?? '')
  return markdown === '' ? null : { markdown }
}

export function storedDocument({ source }: Pick<RestoreKnowledge, 'source'>, item: StateItem): Fields | null {
  return source.document(item)
}

export function rewritten<T>(knowledge: Reading, owner: StateItem, value: T): T {
  const mapUrl = makeMapUrl(knowledge.source, knowledge.ids, (kind, id) => knowledge.urlsOf(kind, id))
  return rewriteReferences(value, resolverIn(knowledge, owner), mapUrl).value
}

/** Whether nothing that it leads to is named otherwise in the target. */
export function staysAsIs(knowledge: Reading, owner: StateItem, { references, urls }: Outline): boolean {
  const resolve = resolverIn(knowledge, owner)
  const mapUrl = makeMapUrl(knowledge.source, knowledge.ids, (kind, id) => knowledge.urlsOf(kind, id))
  return (
    references.every(reference => (resolve(reference) ?? reference.id) === reference.id) &&
    urls.every(url => mapUrl(url) === url)
  )
}

/** A block that shows a reusable content becomes what it shows, where nothing stands for that in the target. */
function inlined(knowledge: Reading, owner: StateItem, node: Fields, depth: number): Fields {
  const each = (value: unknown): unknown[] =>
    listOf(value).flatMap(child => {
      if (!isFields(child)) return [child]
      const shown = depth < MOST_NESTING ? contentOf(knowledge, owner, child) : null
      if (shown === null) return [inlined(knowledge, owner, child, depth)]
      return listOf(inlined(knowledge, owner, shown, depth + 1).nodes)
    })
  return {
    ...node,
    ...(Array.isArray(node.nodes) ? { nodes: each(node.nodes) } : {}),
    ...(Array.isArray(node.fragments) ? { fragments: each(node.fragments) } : {}),
  }
}

function contentOf(knowledge: Reading, owner: StateItem, node: Fields): Fields | null {
  const ref = recordOf(recordOf(node.data)?.ref)
  if (node.type !== 'reusable-content' || ref === null) return null
  const id = textOf(ref.reusableContent) ?? ''
  const space = textOf(ref.space)
  const home =
    space === null ? (owner.kind === 'space' ? owner : owner.parent) : knowledge.source.byId('space', space)
  const content = home ? knowledge.source.at('reusable-content', `${home.path}/${id}`) : undefined
  if (content && knowledge.ids.of(content)) return null
  return content ? storedDocument(knowledge, content) : null
}

function linkDocument(knowledge: Reading, owner: StateItem, { json }: StateItem): Fields {
  const ref = rewritten(
    knowledge,
    owner,
    recordOf(json.target) ?? { kind: 'url', url: textOf(json.href) ?? '' },
  )
  const text = { object: 'text', leaves: [{ object: 'leaf', text: textOf(json.title) ?? '', marks: [] }] }
  const link = { object: 'inline', type: 'link', isVoid: false, data: { ref }, nodes: [text] }
  return {
    object: 'document',
    data: { schemaVersion: 8 },
    nodes: [{ object: 'block', type: 'paragraph', isVoid: false, data: {}, nodes: [link] }],
  }
}
