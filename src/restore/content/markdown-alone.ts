/**
 * Pages of which the Markdown alone is kept (setting `backup.formats`). A document says by ids what it leads to, Markdown
 * by paths: what it means is read from what stands at them.
 */
import { makeStanding, type Places, type Standing } from '../../bundle/places.ts'
import { makeFenceReader } from '../../dialect/parse/fences.ts'
import { lacksLeading } from '../../model/deferred-part.ts'
import { textOf } from '../../model/fields.ts'
import { CONTENT, isNode, kindUnder } from '../../resources/drafts.ts'
import { bodyWithoutTitle, firstInMarkdown } from '../../space/fit-heading.ts'
import { idsLedTo, renameTargets } from '../../space/fit-links.ts'
import { markdownPathOf } from '../../space/markdown-path.ts'
import type { Outline } from '../../space/outline.ts'
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

/** Of the document; of Markdown alone, what that says of it. */
export function outlineFor(state: OrganizationState, item: StateItem): Outline | null {
  const markdown = markdownAlone(state, item)
  if (markdown === null) return state.outline(item)
  const places = placesOf(state, item)
  const ids = places ? idsLedTo(markdown, places) : []
  return {
    first: firstInMarkdown(markdown, titleOf(item)),
    references: ids.map(id => referenceTo(state, item, id)),
    urls: [],
  }
}

export interface MarkdownSides extends Pick<RestoreKnowledge, 'source' | 'ids' | 'urlsOf'> {
  target: OrganizationState
}

/** Of two that stand for each other: the same words lead to the same, whatever form the service gives them. */
export function isSameMarkdown(
  sides: MarkdownSides,
  owner: StateItem,
  item: StateItem,
  there: StateItem,
): boolean {
  const { source, target } = sides
  const [kept, got] = [source.part(item, 'markdown') ?? NONE, target.part(there, 'markdown') ?? NONE]
  const meant = rewrittenMarkdown(sides, owner, kept)
  if (meant.equals(got)) return true
  const resolve = resolverIn(sides, owner)
  const wanted = named(source, item, meant, reference => resolve(reference) ?? reference.id)
  return formless(wanted) === formless(named(target, there, got, ({ id }) => id))
}

const IMAGE = /!\[[^\]]{0,999}\]\(([^)\s]{0,4096})[^)]{0,999}\)/g
const PICTURE = /<\/?(?:figure|figcaption|picture|img|source)\b[^>]{0,4096}>/gi
const SHOWN = /\ssrc="([^"]*)"/
const BULLET = /^([ \t]*)[*+-](?=[ \t])/
/** Seen by nobody. */
const INVISIBLE = /[\u200B\uFEFF]/g

/** Without what a service may write in one way or another: marks of lists, notation of pictures, breaks of lines. Code stays. */
function formless(text: string): string {
  const isFenced = makeFenceReader()
  const lines = text
    .replace(IMAGE, ' $1 ')
    .replace(PICTURE, tag => ` ${SHOWN.exec(tag)?.[1] ?? ''} `)
    .split('\n')
  const pieces = lines.flatMap(line => {
    if (isFenced(line)) return [`\n${line}`]
    const words = line.replace(BULLET, '$1-').replace(INVISIBLE, '').replace(/\s+/g, ' ').trim()
    return words === '' ? [] : [` ${words}`]
  })
  return pieces.join('')
}

const NONE = Buffer.alloc(0)

function titleOf({ json }: StateItem): string {
  return textOf(json.title) ?? ''
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
  return bodyWithoutTitle(places ? renameTargets(markdown, places, rename) : markdown, titleOf(item))
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
