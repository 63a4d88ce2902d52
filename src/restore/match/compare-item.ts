/** In which fields a resource of the target differs from the source's, ids mapped and noise left out. */

import { canonicalJson } from '../../model/digest.ts'
import { isFields, textOf } from '../../model/fields.ts'
import { normalise } from '../../model/normalise.ts'
import type { Kind } from '../../model/resource.ts'
import { isNode, kindInSpace } from '../../resources/drafts.ts'
import { resources } from '../../resources/index.ts'
import { fitHeading } from '../../space/fit-heading.ts'
import { isSameButPaths, isSameButRevived } from '../../space/fit-links.ts'
import type { Reference } from '../../space/references.ts'
import { bodyOf, rewritten, storedDocument } from '../content/body.ts'
import { rewrittenMarkdown } from '../content/bundle-writer.ts'
import { canonical } from '../content/compare-page.ts'
import { linkDifferences } from '../content/link-differences.ts'
import { restorerOf } from '../kinds/index.ts'
import { openApiSpecVersion } from '../kinds/openapi-spec.ts'
import type { TargetProfile } from '../read/target-profile.ts'
import type { OrganizationState, StateItem } from '../state.ts'
import { sameId } from './ids.ts'
import type { Matches } from './match.ts'

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
  const expect = item.id === target.id ? undefined : restorerOf.get(item.kind)?.expected
  const expected = expect?.(item, { ...profile, map: matches.map }) ?? item.json
  const mapped = mapIds(expected, id => matches.ids.any(id))
  // In which file a page lies is the target's own: no writer sets it.
  // Its path follows from its slug and its place, which are compared.
  const volatile = [...declared.volatile, 'git', ...(isNode(item.kind) ? ['path'] : [])]
  const rules = { ...declared, volatile }
  return differingFields(normalise(mapped, rules), normalise(target.json, rules))
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
  const knowledge = { ...reading(request), urlsOf: urlsIn(request) }
  const owner = item.parent
  if (owner === null) return []
  const isLink = profile.writer === 'batch' && item.json.type === 'link' && target.json.type !== 'link'
  if (source.part(item, 'markdown') === null && source.part(item, 'document') === null && !isLink)
    return isBlank(request.target.part(target, 'markdown'), item) ? [] : ['(body)']
  const differing = differingDocument(request, documentsOf(request, owner, item, target))
  const markdown = source.part(item, 'markdown')
  if (markdown === null)
    return request.target.part(target, 'markdown')?.length ? [...differing, '(markdown)'] : differing
  const got = request.target.part(target, 'markdown')
  const isWritten = (bytes: Buffer) =>
    rewrittenMarkdown(knowledge, owner, bytes).equals(got ?? Buffer.alloc(0))
  if (isWritten(markdown)) return differing
  const document = storedDocument(knowledge, item)
  const fitFor = ({ json }: StateItem) => fitHeading(markdown, document, textOf(json.title) ?? '')
  // An import sets no title, and a heading that says another one would come into the body.
  const fitting = profile.writer === 'import' ? [fitFor(item), fitFor(target)] : [fitFor(item)]
  if (fitting.some(isWritten)) return [...differing, '(heading)']
  const isPaths = (bytes: Buffer) =>
    profile.writer !== 'batch' &&
    got !== null &&
    isSameButPaths(rewrittenMarkdown(knowledge, owner, bytes), got)
  if (differing.includes('(document)')) return [...differing, '(markdown)']
  if (isPaths(markdown)) return [...differing, '(paths)']
  return [...differing, ...(fitting.some(isPaths) ? ['(heading)', '(paths)'] : ['(markdown)'])]
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
  const [left, right] = [canonical(wanted), canonical(there)]
  if (left === right) return []
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
  return canonical(rewritten(knowledge, owner, stored)) === canonical(there) ? [] : ['(document)']
}

/** A page that had no body may have got one that says nothing but the title. */
function isBlank(markdown: Buffer | null, { json }: StateItem): boolean {
  const text = (markdown?.toString() ?? '').replace(/^---\n[\s\S]*?\n---\n/, '').trim()
  return text === '' || text === `# ${String(json.title)}`
}

/** The same bytes have the same digest. */
function compareBytes(_request: MatchedStates, item: StateItem, target: StateItem): string[] {
  const digestOf = (either: StateItem) => either.resource.parts.find(part => part.name === 'bytes')?.digest
  return digestOf(item) === digestOf(target) ? [] : ['(bytes)']
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
