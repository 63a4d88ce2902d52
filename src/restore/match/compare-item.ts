/** In which fields a resource of the target differs from the source's, ids mapped and noise left out. */

import { lacksDeferred } from '../../model/deferred-part.ts'
import { canonicalJson } from '../../model/digest.ts'
import { isFields, textOf } from '../../model/fields.ts'
import { normalise } from '../../model/normalise.ts'
import type { Kind } from '../../model/resource.ts'
import { isNode, kindInSpace } from '../../resources/drafts.ts'
import { resources } from '../../resources/index.ts'
import { fitHeading } from '../../space/fit-heading.ts'
import { isSameButPaths, isSameButRevived } from '../../space/fit-links.ts'
import type { Reference } from '../../space/references.ts'
import { bodyOf, rewritten, staysAsIs, storedDocument } from '../content/body.ts'
import { rewrittenMarkdown } from '../content/bundle-writer.ts'
import { canonical, isSameDocument, partDigest } from '../content/compare-page.ts'
import { linkDifferences } from '../content/link-differences.ts'
import { isMarkdownAlone, isSameMarkdown, outlineFor } from '../content/markdown-alone.ts'
import { restorerOf } from '../kinds/index.ts'
import { openApiSpecVersion } from '../kinds/openapi-spec.ts'
import type { TargetProfile } from '../read/target-profile.ts'
import type { OrganizationState, StateItem } from '../state.ts'
import { sameId } from './ids.ts'
import type { Matches } from './match.ts'
import { withoutExtra } from './without-extra.ts'

const declarations = new Map(resources.map(declaration => [declaration.kind, declaration]))

/** Two states, and what of the one is what of the other. */
export interface MatchedStates {
  source: OrganizationState
  target: OrganizationState
  matches: Matches
  profile: TargetProfile
}

export function compareItem(request: MatchedStates, item: StateItem, target: StateItem): string[] {
  return [...comparedJson(request, item, target), ...comparedParts(request, item, target)]
}

function comparedJson({ matches, profile }: MatchedStates, item: StateItem, target: StateItem): string[] {
  const declared = declarations.get(item.kind)
  if (!declared) return []
  // What is still there under its old id was never written anew.
  const restorer = restorerOf.get(item.kind)
  const expect = item.id === target.id ? undefined : restorer?.expected
  const expected = expect?.(item, { ...profile, map: matches.map }) ?? item.json
  const mapped = mapIds(expected, id => matches.ids.any(id))
  // In which file a page lies is the target's own: no writer sets it.
  // Its path follows from its slug and its place, which are compared.
  const volatile = [...declared.volatile, 'git', ...(isNode(item.kind) ? ['path'] : [])]
  const rules = { ...declared, volatile, defaults: { ...declared.defaults, ...restorer?.emptied } }
  const there = restorer?.lists === true ? withoutExtra(target.json, mapped) : target.json
  return differingFields(normalise(mapped, rules), normalise(there, rules))
}

/** Every text that is exactly an old id. */
function mapIds(value: unknown, map: (id: string) => string | undefined): unknown {
  if (typeof value === 'string') return map(value) ?? value
  if (Array.isArray(value)) return value.map(element => mapIds(element, map))
  if (!isFields(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapIds(inner, map)]))
}

export function differingFields(left: unknown, right: unknown, path = ''): string[] {
  if (isFields(left) && isFields(right)) {
    const keys = new Set([...Object.keys(left), ...Object.keys(right)])
    return [...keys].flatMap(key =>
      differingFields(left[key], right[key], path === '' ? key : `${path}.${key}`),
    )
  }
  const [a, b] = [canonicalJson(left ?? null), canonicalJson(right ?? null)]
  return a === b ? [] : [path === '' ? '(all)' : path]
}

type Compare = (request: MatchedStates, item: StateItem, target: StateItem) => string[]

const PARTS: Readonly<Partial<Record<Kind, Compare>>> = {
  page: comparePage,
  'reusable-content': compareContent,
  file: compareBytes,
  'openapi-spec-version': compareVersion,
}

function comparedParts(request: MatchedStates, item: StateItem, target: StateItem): string[] {
  return PARTS[kindInSpace(item.kind)]?.(request, item, target) ?? []
}

function reading({ source, matches }: MatchedStates) {
  return { source, ids: matches.ids }
}

function comparePage(request: MatchedStates, item: StateItem, target: StateItem): string[] {
  const { source, profile } = request
  const owner = item.parent
  if (owner === null) return []
  const isLink = profile.writer === 'batch' && item.json.type === 'link' && target.json.type !== 'link'
  const markdown = source.part(item, 'markdown')
  if (markdown === null && partDigest(item, 'document') === undefined && !isLink)
    return isBlank(request.target.part(target, 'markdown'), item) ? [] : ['(body)']
  const differing = differingBody(request, owner, item, target)
  // Its document says all that is known of it; what the target makes of that may be new.
  if (markdown === null && lacksDeferred(item.resource.parts)) return differing
  if (markdown === null)
    return request.target.part(target, 'markdown')?.length ? [...differing, '(markdown)'] : differing
  return [...differing, ...differingMarkdown(request, { owner, item, target, markdown }, differing)]
}

function differingBody(
  request: MatchedStates,
  owner: StateItem,
  item: StateItem,
  target: StateItem,
): string[] {
  const { profile } = request
  const becomesPage = profile.writer === 'batch' && item.json.type === 'link' && target.json.type !== 'link'
  if (isMarkdownAlone(item) && !becomesPage) {
    const sides = { ...reading(request), urlsOf: urlsIn(request), target: request.target }
    return isSameMarkdown(sides, owner, item, target) ? [] : ['(body)']
  }
  if (isAsStored(request, owner, item, target)) return []
  return differingDocument(request, documentsOf(request, owner, item, target))
}

interface PageMarkdown {
  owner: StateItem
  item: StateItem
  target: StateItem
  markdown: Buffer
}

/** `differing`: what else differs of the page. */
function differingMarkdown(
  request: MatchedStates,
  { owner, item, target, markdown }: PageMarkdown,
  differing: readonly string[],
): string[] {
  const { source, profile } = request
  const knowledge = { ...reading(request), urlsOf: urlsIn(request) }
  const meant = rewrittenMarkdown(knowledge, owner, markdown)
  if (meant === markdown && partDigest(item, 'markdown') === partDigest(target, 'markdown')) return []
  const got = request.target.part(target, 'markdown')
  const isThere = (bytes: Buffer) => bytes.equals(got ?? Buffer.alloc(0))
  if (isThere(meant)) return []
  const outline = outlineFor(source, item)
  const fitFor = ({ json }: StateItem) =>
    rewrittenMarkdown(knowledge, owner, fitHeading(markdown, outline, textOf(json.title) ?? ''))
  // An import sets no title, and a heading that says another one would come into the body.
  const fitting = profile.writer === 'import' ? [fitFor(item), fitFor(target)] : [fitFor(item)]
  if (fitting.some(isThere)) return ['(heading)']
  const isPaths = (bytes: Buffer) => profile.writer !== 'batch' && got !== null && isSameButPaths(bytes, got)
  if (differing.includes('(document)') || differing.includes('(body)')) return ['(markdown)']
  if (isPaths(meant)) return ['(paths)']
  return fitting.some(isPaths) ? ['(heading)', '(paths)'] : ['(markdown)']
}

/** The same bytes, in which nothing had to be made to lead elsewhere. What a batch writes is never what is stored. */
function isAsStored(request: MatchedStates, owner: StateItem, item: StateItem, target: StateItem): boolean {
  if (request.profile.writer === 'batch' || partDigest(item, 'document') !== partDigest(target, 'document'))
    return false
  const outline = request.source.outline(item)
  return outline === null || staysAsIs({ ...reading(request), urlsOf: urlsIn(request) }, owner, outline)
}

interface Documents {
  wanted: unknown
  there: unknown
}

function documentsOf(
  request: MatchedStates,
  owner: StateItem,
  item: StateItem,
  target: StateItem,
): Documents {
  const knowledge = { ...reading(request), urlsOf: urlsIn(request) }
  const inlines = request.profile.writer === 'batch'
  const becomesPage = item.json.type === 'link' && target.json.type !== 'link'
  const written = inlines && (item.json.type !== 'link' || becomesPage)
  const stored = written ? bodyOf(knowledge, owner, item) : storedDocument(knowledge, item)
  const wanted = written || stored === null ? stored : rewritten(knowledge, owner, stored)
  return { wanted, there: storedDocument({ source: request.target }, target) }
}

/** What a batch writes is the document itself. */
function differingDocument({ profile }: MatchedStates, { wanted, there }: Documents): string[] {
  if (isSameDocument(wanted, there)) return []
  const [left, right] = [canonical(wanted), canonical(there)]
  if (profile.writer !== 'batch' && isSameButRevived(JSON.parse(left), JSON.parse(right)))
    return ['(dead links)']
  return [linkDifferences(wanted, there) === null ? '(document)' : '(links)']
}

/** What in the body leads elsewhere, by the ids of the target; empty where more than that differs. */
export function linksElsewhere(request: MatchedStates, item: StateItem, target: StateItem): Reference[] {
  if (item.parent === null) return []
  const { wanted, there } = documentsOf(request, item.parent, item, target)
  return linkDifferences(wanted, there) ?? []
}

function compareContent(request: MatchedStates, item: StateItem, target: StateItem): string[] {
  const owner = item.parent
  const stored = storedDocument({ source: request.source }, item)
  if (owner === null) return []
  if (stored === null) return ['(never read)']
  const knowledge = { ...reading(request), urlsOf: urlsIn(request) }
  const there = storedDocument({ source: request.target }, target)
  if (there === null) return ['(not shown)']
  return isSameDocument(rewritten(knowledge, owner, stored), there) ? [] : ['(document)']
}

/** A page that had no body may have got one that says nothing but the title. */
function isBlank(markdown: Buffer | null, { json }: StateItem): boolean {
  const text = (markdown?.toString() ?? '').replace(/^---\n[\s\S]*?\n---\n/, '').trim()
  return text === '' || text === `# ${String(json.title)}`
}

/** The same bytes have the same digest. */
function compareBytes(_request: MatchedStates, item: StateItem, target: StateItem): string[] {
  return partDigest(item, 'bytes') === partDigest(target, 'bytes') ? [] : ['(bytes)']
}

function compareVersion({ source, target }: MatchedStates, item: StateItem, there: StateItem): string[] {
  const left = openApiSpecVersion.key?.(item, sameId, source)
  return left === openApiSpecVersion.key?.(there, sameId, target) ? [] : ['(content)']
}

export function urlsIn({ target }: MatchedStates) {
  return (kind: Kind, id: string) => {
    const urls = target.byId(kind, id)?.json.urls
    return isFields(urls) ? urls : null
  }
}
