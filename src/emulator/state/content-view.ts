/**
 * How content is presented: `metadata=false` leaves the git parts out, `computed=false` shows computed pages as
 * their definition instead of what they generate (docs/development/platform.md#computed-content).
 */
import { presentFile } from './file.ts'
import { isJsonObject, type JsonObject } from './json-object.ts'
import { offered } from './offered.ts'
import { walkPages } from './page.ts'
import type { PageNode, ReusableContent, Revision } from './records/content.ts'
import type { SpaceState } from './records/space.ts'
import { appUrlOf } from './space.ts'
import type { World } from './world.ts'

export interface ContentView {
  metadata: boolean
  computed: boolean
}

export function presentRevision(
  world: World,
  space: SpaceState,
  revision: Revision,
  view: ContentView,
): JsonObject {
  return {
    object: 'revision',
    id: revision.id,
    parents: revision.parents,
    type: revision.type,
    createdAt: revision.createdAt,
    pages: revision.pages.map(page => presentPage(world, space, page, view)),
    files: revision.files.map(file => presentFile(world, file, view.metadata)),
    reusableContents: revision.reusableContents.map(content => presentReusableContent(content, view)),
    variables: revision.variables,
    ...offered(world, 'newest', { tags: tagsIn(revision) }),
    urls: { app: `${appUrlOf(world, space)}/~/revisions/${revision.id}` },
    ...(revision.git !== undefined && view.metadata ? { git: revision.git } : {}),
    ...(revision.mergedFrom === undefined ? {} : { mergedFrom: revision.mergedFrom }),
  }
}

export function presentPage(world: World, space: SpaceState, page: PageNode, view: ContentView): JsonObject {
  if (page.computed !== undefined && !view.computed) return definitionOf(page)
  const { git, pages, computed, ...rest } = page
  return {
    ...rest,
    ...offered(world, 'extension', { kind: KINDS[page.type] }),
    ...(page.type === 'document' ? lookOf(world, page) : {}),
    ...(computed === undefined ? {} : { computed: generatedSource(world, space, page) }),
    ...(pages === undefined ? {} : { pages: pages.map(inner => presentPage(world, space, inner, view)) }),
    ...(git !== undefined && view.metadata ? { git } : {}),
  }
}

const KINDS: Record<PageNode['type'], string> = { document: 'sheet', group: 'group', link: 'link' }

/** Definitions of those that its pages have: no operation makes one. */
function tagsIn({ pages }: Revision): JsonObject[] {
  const slugs = [...walkPages(pages)].flatMap(({ tags }) => (Array.isArray(tags) ? tags.flatMap(slugOf) : []))
  return [...new Set(slugs)].map(slug => ({ slug, label: slug, color: 'default' }))
}

function slugOf(used: unknown): string[] {
  const tag = isJsonObject(used) ? used.tag : undefined
  return isJsonObject(tag) && typeof tag.tag === 'string' ? [tag.tag] : []
}

/** The services that there are say every part of a layout, set or not. */
function lookOf(world: World, { layout, tags }: PageNode): JsonObject {
  return {
    ...offered(world, 'extension', {
      layout: {
        width: 'default',
        metadata: true,
        ...offered(world, 'newest', { coverMask: 'none', tags: true, actions: true, anchors: true }),
        ...(isJsonObject(layout) ? layout : {}),
      },
    }),
    ...offered(world, 'newest', { tags: tags ?? [] }),
  }
}

export function presentReusableContent(content: ReusableContent, view: ContentView): JsonObject {
  const { git, ...rest } = content
  return { ...rest, ...(view.metadata ? { git } : {}) }
}

function definitionOf(page: PageNode): JsonObject {
  return { id: page.id, title: page.title, type: 'computed', computed: page.computed }
}

/** Of a page that a specification generated: the part of it that the page shows. */
function generatedSource(world: World, space: SpaceState, { computed, path, id }: PageNode): unknown {
  const source = resolveDependencies(world, space, computed)
  const isOfSpec = isJsonObject(source) && source.type === 'builtin:openapi'
  return isOfSpec ? { ...source, props: { doc: 'info', page: path ?? id } } : source
}

/** A dependency on a specification carries what it resolves to, or null. */
function resolveDependencies(world: World, space: SpaceState, computed: unknown): unknown {
  if (!isJsonObject(computed) || !isJsonObject(computed.dependencies)) return computed
  const specs = world.organizations.get(space.json.organization)?.specs
  const resolve = (dependency: unknown) => {
    const ref = isJsonObject(dependency) && isJsonObject(dependency.ref) ? dependency.ref : null
    if (ref === null || ref.kind !== 'openapi') return dependency
    const spec = typeof ref.spec === 'string' ? specs?.get(ref.spec)?.json : undefined
    const value =
      spec === undefined ? null : { id: spec.id, slug: spec.slug, lastVersion: spec.lastVersion ?? null }
    return { ref, value }
  }
  const dependencies = Object.entries(computed.dependencies).map(
    ([name, reference]) => [name, resolve(reference)] as const,
  )
  return { ...computed, dependencies: Object.fromEntries(dependencies) }
}
