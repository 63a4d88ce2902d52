/**
 * One space of a snapshot as the plain structure that a bundle is written from. Holds the space's tree; bodies and
 * bytes are read one at a time when they are written.
 */

import { stringify } from 'yaml'
import { leaveOut } from '../bundle/leave-out.ts'
import { makeStanding } from '../bundle/places.ts'
import type {
  BundleSource,
  LeftOut,
  SourceChild,
  SourceEntry,
  SourceFile,
  SourceInclude,
  SourcePage,
} from '../bundle/source.ts'
import { lacksDeferred } from '../model/deferred-part.ts'
import { DamageFound } from '../model/errors.ts'
import { type Fields, isFields, listOf, recordOf, textOf, variablesOf } from '../model/fields.ts'
import { giveWay } from '../model/give-way.ts'
import { atOnce, inTurns, type Stepwise } from '../model/stepwise.ts'
import type { ResourceKey, StoredResource, Vault } from '../vault/vault.ts'
import {
  type BundlePurpose,
  type MarkdownReading,
  markdownOf,
  outlineIn,
  renderedOf,
} from './bundle-markdown.ts'
import { markdownPathOf } from './markdown-path.ts'
import type { Outline } from './outline.ts'
import { entryFields, pageFields } from './page-fields.ts'

export interface BundleWish {
  purpose: BundlePurpose
  /** Ids of the pages that are wanted; what stands above them is left out. Absent: all. */
  only?: ReadonlySet<string> | undefined
  /** Whether what cannot be read is left out and named; else meeting it throws DamageFound. */
  leavesOut?: boolean | undefined
  /** Where outlines are known; else they are made. */
  outlineOf?: ((resource: StoredResource) => Outline | null) | undefined
  /** Where JSON is known; else it is read. */
  jsonOf?: ((resource: StoredResource) => unknown) | undefined
}

export interface SpaceBundle extends BundleSource {
  /** Pages that are rendered from their documents, because the platform's Markdown of them is not kept. */
  rendered: number
}

/** Of a change request, its draft. */
export function bundleSourceOf(
  vault: Vault,
  snapshot: number,
  space: StoredResource,
  wish: BundleWish,
): SpaceBundle {
  const reading = atOnce(openingSpace(vault, snapshot, space, wish))
  const content = reading.content
  return {
    title: textOf(keptFields(reading, space)?.title) ?? space.id,
    entries: branchesOf(reading).flatMap(branch => entryOf(reading, branch)),
    files: reading.list('file').flatMap(file => fileOf(reading, file)),
    includes: reading.list('reusable-content').flatMap(reusable => includeOf(reading, reusable)),
    variables: variablesOf(content?.variables),
    redirects: {},
    rendered: [...reading.nodes.values()].filter(
      node => lacksDeferred(node.parts) && reading.only?.has(node.id) !== false,
    ).length,
    ...(reading.leftOut ? { leftOut: reading.leftOut } : {}),
    ...(wish.purpose === 'import' ? { addressesFirst: true } : {}),
  }
}

/** As `bundleSourceOf` has the Markdown of one page after the other; null where there is none. The space is read once. */
export async function pageMarkdownOf(
  vault: Vault,
  snapshot: number,
  space: StoredResource,
  wish: Omit<BundleWish, 'only'>,
): Promise<(page: string) => ReturnType<SourcePage['markdown']>> {
  const reading = await inTurns(openingSpace(vault, snapshot, space, wish), giveWay)
  return page => {
    const node = reading.groups.has(page) ? undefined : reading.nodes.get(page)
    const fields = node ? keptFields(reading, node) : null
    if (node === undefined || fields === null) return null
    const entry = childOf(reading, node, fields, [])
    if (entry.type !== 'page') return null
    return entry.markdown({ ...reading.byMarkdown, file: markdownPathOf(fields) ?? '' })
  }
}

/** As the space calls it; a draft has each under a kind of its own. */
type ContentKind = 'page' | 'page-group' | 'file' | 'reusable-content' | 'revision'

interface SpaceReading extends MarkdownReading {
  jsonOf: (resource: StoredResource) => unknown
  /** JSON that was read, most of which the bundle holds anyway. */
  fields: Map<ResourceKey, Fields>
  only: ReadonlySet<string> | undefined
  /** What the revision says beside its pages and files; null when its content was never read. */
  content: Fields | null
  nodes: Map<string, StoredResource>
  /** Which of the nodes are groups. */
  groups: ReadonlySet<string>
  list(kind: ContentKind): StoredResource[]
}

function* openingSpace(
  vault: Vault,
  snapshot: number,
  space: StoredResource,
  wish: BundleWish,
): Stepwise<SpaceReading> {
  const { purpose, only, leavesOut = false, jsonOf = vault.readJson } = wish
  const { outlineOf = resource => outlineIn(vault, resource) } = wish
  const leftOut = leavesOut ? nothing() : undefined
  const list = listing(vault, snapshot, space, leftOut)
  const [revision] = list('revision')
  const groups = list('page-group')
  const nodes = [...list('page'), ...groups]
  const fields = new Map<ResourceKey, Fields>()
  const content = revision ? keptFields({ jsonOf, leftOut, fields }, revision) : null
  const byId = new Map(nodes.map(node => [node.id, node]))
  const inOrder = listOf(content?.pages)
    .flatMap(idsIn)
    .flatMap(id => byId.get(id) ?? [])
  const named = [...new Set([...inOrder, ...nodes]), ...list('file'), ...list('reusable-content')]
  const known: Pair[] = []
  const byMarkdown: Pair[] = []
  for (const resource of named) {
    yield
    const kept = keptFields({ jsonOf, fields, leftOut: leftOut && nothing() }, resource)
    known.push(...pairOf(resource, textOf(recordOf(kept?.git)?.path)))
    byMarkdown.push(...pairOf(resource, kept && markdownPathOf(kept)))
  }
  return {
    vault,
    jsonOf,
    fields,
    purpose,
    only,
    outlineOf,
    leftOut,
    list,
    known: makeStanding(known),
    byMarkdown: makeStanding(byMarkdown),
    content,
    nodes: byId,
    groups: new Set(groups.map(group => group.id)),
  }
}

/** What cannot be read is named once, however often it is asked for. */
function listing(
  vault: Vault,
  snapshot: number,
  space: StoredResource,
  leftOut: LeftOut | undefined,
): (kind: ContentKind) => StoredResource[] {
  const named = new Set<ContentKind>()
  return contentKind => {
    const kind = space.kind === 'space' ? contentKind : (`change-request-${contentKind}` as const)
    const scope = { kind, parent: space.key }
    if (leftOut === undefined) return [...vault.resources(snapshot, scope)]
    const { resources, unread } = vault.readable(snapshot, scope)
    if (!named.has(contentKind))
      for (const { id } of unread) leaveOut(leftOut, `${kind} ${id}`, pageDamaged(snapshot))
    named.add(contentKind)
    return resources
  }
}

/** Of what is known by its name alone. */
export function pageDamaged(snapshot: number): DamageFound {
  return new DamageFound(
    `what snapshot ${snapshot} has of it, if anything, lies on a damaged page of the catalog`,
  )
}

type Pair = readonly [id: string, path: string]

function pairOf({ id }: StoredResource, path: string | null): Pair[] {
  return path === null ? [] : [[id, path]]
}

/** What is kept of a tree that could not all be read stands at its end: a gap names it, and its old place is not known. */
function branchesOf({ content, nodes }: SpaceReading): unknown[] {
  const branches = listOf(content?.pages)
  const placed = new Set(branches.flatMap(idsIn))
  const unplaced = [...nodes.keys()].filter(id => !placed.has(id))
  return [...branches, ...unplaced.map(id => ({ id }))]
}

function idsIn(branch: unknown): string[] {
  if (!isFields(branch)) return []
  const id = textOf(branch.id)
  return [...(id === null ? [] : [id]), ...listOf(branch.pages).flatMap(idsIn)]
}

/** A page that was listed but never read is in the tree only: the snapshot names it as a gap. */
function entryOf(reading: SpaceReading, branch: unknown): SourceEntry[] {
  const id = isFields(branch) ? textOf(branch.id) : null
  const node = id === null ? undefined : reading.nodes.get(id)
  const below = isFields(branch) ? listOf(branch.pages) : []
  if (!node || reading.only?.has(node.id) === false) return below.flatMap(child => entryOf(reading, child))
  const fields = keptFields(reading, node)
  if (fields === null) return below.flatMap(child => entryOf(reading, child))
  const entries = below.flatMap(child => entryOf(reading, child)).filter(isChild)
  if (reading.groups.has(node.id)) {
    return [{ type: 'group', ...entryFields(fields), slug: textOf(fields.slug) ?? '', entries }]
  }
  return [childOf(reading, node, fields, entries)]
}

function isChild(entry: SourceEntry): entry is SourceChild {
  return entry.type !== 'group'
}

function childOf(
  reading: SpaceReading,
  node: StoredResource,
  fields: Fields,
  entries: SourceChild[],
): SourceChild {
  if (fields.type === 'link') return { type: 'link', ...entryFields(fields), url: addressOf(fields) }
  const computed = recordOf(fields.computed)
  if (computed) {
    const source = { ...computed, type: textOf(computed.type) ?? 'unknown' }
    return { type: 'computed', title: entryFields(fields).title, source }
  }
  const page: SourcePage = {
    type: 'page',
    id: node.id,
    ...pageFields(fields),
    markdown: places => markdownOf(reading, node, fields, places),
    entries,
  }
  return page
}

/** Of a link of the table of contents. */
export function addressOf(fields: Fields): string | null {
  return textOf(recordOf(fields.target)?.url) ?? textOf(fields.href)
}

function fileOf(reading: SpaceReading, file: StoredResource): SourceFile[] {
  const fields = keptFields(reading, file)
  if (fields === null) return []
  const path = textOf(recordOf(fields.git)?.path)
  const bytes = file.parts.find(part => part.name === 'bytes')
  const source: SourceFile = {
    id: file.id,
    name: textOf(fields.name) ?? file.id,
    ...(path === null ? {} : { path }),
    open: () => {
      if (bytes) return reading.vault.readStream(bytes.content)
      throw new DamageFound(`the bytes of file ${file.id} are not in the vault`, {
        hint: 'run `docvault check`',
      })
    },
  }
  return [source]
}

/** No operation gives its Markdown: it is made from the document. */
function includeOf(reading: SpaceReading, content: StoredResource): SourceInclude[] {
  const fields = keptFields(reading, content)
  if (fields === null) return []
  const title = textOf(fields.title) ?? content.id
  const path = textOf(recordOf(fields.git)?.path)
  const source: SourceInclude = {
    id: content.id,
    title,
    ...(path === null ? {} : { path }),
    markdown: planned => {
      const body = renderedOf(reading, content, planned)
      return body === null ? null : Buffer.concat([Buffer.from(`---\n${stringify({ title })}---\n\n`), body])
    },
  }
  return [source]
}

type KeptReading = Pick<SpaceReading, 'jsonOf' | 'fields' | 'leftOut'>

function nothing(): LeftOut {
  return { lost: [], damaged: [] }
}

/** Null for what cannot be read, where that is to be left out. */
function keptFields({ jsonOf, fields, leftOut }: KeptReading, resource: StoredResource): Fields | null {
  try {
    const known = fields.get(resource.key) ?? recordOf(jsonOf(resource)) ?? {}
    fields.set(resource.key, known)
    return known
  } catch (error) {
    return leaveOut(leftOut, `${resource.kind} ${resource.id}`, error)
  }
}
