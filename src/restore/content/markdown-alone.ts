/**
 * Pages of which the Markdown alone is kept (setting `backup.formats`). A document says by ids what it leads to, Markdown
 * by paths: what it means is read from what stands at them.
 */
import { makeStanding, type Places, type Standing } from '../../bundle/places.ts'
import { lacksLeading } from '../../model/deferred-part.ts'
import { textOf } from '../../model/fields.ts'
import { CONTENT, isNode, kindUnder } from '../../resources/drafts.ts'
import { bodyWithoutTitle } from '../../space/fit-heading.ts'
import { idsLedTo, renameTargets } from '../../space/fit-links.ts'
import { markdownPathOf } from '../../space/markdown-path.ts'
import type { Reference } from '../../space/references.ts'
import type { RestoreKnowledge } from '../apply/session.ts'
import type { OrganizationState, StateItem } from '../state.ts'
import { rewrittenMarkdown } from './bundle-writer.ts'
import { resolverIn } from './resolve-ids.ts'

/** Null where there is a document, or no body at all. */
export function markdownAlone(state: OrganizationState, item: StateItem): Buffer | null {
  return isMarkdownAlone(item) ? state.part(item, 'markdown') : null
}

export function isMarkdownAlone({ resource }: StateItem): boolean {
  return lacksLeading(resource.parts)
}

/** What it leads to in its own space. */
export function markdownReferences(state: OrganizationState, item: StateItem): Reference[] {
  const markdown = markdownAlone(state, item)
  const places = markdown && placesOf(state, item)
  return places ? idsLedTo(markdown, places).map(id => referenceTo(state, item, id)) : []
}

export interface MarkdownSides extends Pick<RestoreKnowledge, 'source' | 'ids' | 'urlsOf'> {
  target: OrganizationState
}

/**
 * Of two that stand for each other. `paths`: all leads where it led, by other paths; `form`: the same words lead there, in
 * Markdown that was made anew; `other`: it says something else.
 */
export function compareMarkdown(
  sides: MarkdownSides,
  owner: StateItem,
  item: StateItem,
  there: StateItem,
): 'same' | 'paths' | 'form' | 'other' {
  const { source, target } = sides
  const [kept, got] = [source.part(item, 'markdown') ?? NONE, target.part(there, 'markdown') ?? NONE]
  const meant = rewrittenMarkdown(sides, owner, kept)
  if (bodyIn(item, meant) === bodyIn(there, got)) return 'same'
  const resolve = resolverIn(sides, owner)
  const wanted = named(source, item, meant, reference => resolve(reference) ?? reference.id)
  const found = named(target, there, got, ({ id }) => id)
  if (wanted === found) return 'paths'
  return wordsIn(wanted) === wordsIn(found) ? 'form' : 'other'
}

function wordsIn(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
}

const NONE = Buffer.alloc(0)

function bodyIn({ json }: StateItem, markdown: Buffer): string {
  return bodyWithoutTitle(markdown, textOf(json.title) ?? '')
}

/** With ids in place of the paths that lead to something. */
function named(
  state: OrganizationState,
  item: StateItem,
  markdown: Buffer,
  idOf: (reference: Reference) => string,
): string {
  const places = placesOf(state, item)
  const rename = (id: string) => `id:${idOf(referenceTo(state, item, id))}`
  return bodyIn(item, places ? renameTargets(markdown, places, rename) : markdown)
}

function referenceTo(state: OrganizationState, { parent }: StateItem, id: string): Reference {
  const isThere = (kind: (typeof CONTENT)[number]) =>
    parent !== null && state.has(kindUnder(parent.kind, kind), `${parent.path}/${id}`)
  const kind = CONTENT.find(isThere) ?? 'page'
  return { kind: isNode(kind) ? 'page' : kind, id, space: null }
}

const standings = new WeakMap<StateItem, Standing>()

/** Of a page, by its space or draft, which is looked through once. */
function placesOf(state: OrganizationState, { parent, json }: StateItem): Places | null {
  const file = markdownPathOf(json)
  if (parent === null || file === null) return null
  const known = standings.get(parent) ?? standingOf(state, parent)
  standings.set(parent, known)
  return { ...known, file }
}

function standingOf(state: OrganizationState, owner: StateItem): Standing {
  const items = CONTENT.flatMap(kind => state.list(kindUnder(owner.kind, kind), owner))
  return makeStanding(
    items.flatMap(({ id, json }) => {
      const path = markdownPathOf(json)
      return path === null ? [] : [[id, path] as const]
    }),
  )
}
