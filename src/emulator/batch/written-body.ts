/**
 * Bodies that a batch writes. Links may name what the same batch made, by the name the client gave it.
 */
import { pageMarkdownOf } from '../content/markdown-of.ts'
import { renameReferences } from '../content/rename-references.ts'
import type { ContentRef, ResolveTarget } from '../content/targets.ts'
import { resolverFor } from '../import/import-content.ts'
import { addBody } from '../state/body.ts'
import { fileOf, walkPages } from '../state/page.ts'
import type { Content, PageNode } from '../state/records/content.ts'
import type { Batch } from './batch.ts'
import type { WrittenBody } from './change-schema.ts'

export function writtenBody(batch: Batch, page: PageNode, { markdown, document }: WrittenBody) {
  const { world, space, content, refs } = batch
  const body = {
    title: page.title,
    file: fileOf(page),
    resolve: resolverInBatch(content, new Map(refs)),
  }
  if (markdown !== undefined) return addBody(world, space, { ...body, markdown })
  const named = document === undefined ? undefined : renameReferences(document, refs)
  const text =
    named === undefined ? '' : pageMarkdownOf(named, { file: body.file, pathOf: id => pathIn(batch, id) })
  return addBody(world, space, {
    ...body,
    markdown: text,
    ...(named === undefined ? {} : { document: named }),
  })
}

const knownPaths = new WeakMap<Batch, ReadonlyMap<string, string>>()

/** Where something that a body leads to stands. A batch looks through its space once, and again for what it made since. */
function pathIn(batch: Batch, id: string): string | undefined {
  const known = knownPaths.get(batch)
  if (known?.has(id)) return known.get(id)
  const { pages, files, reusableContents } = batch.content
  const paths = new Map([
    ...[...walkPages(pages)].map(page => [page.id, fileOf(page)] as const),
    ...[...files, ...reusableContents].map(({ id, git }) => [id, git.path] as const),
  ])
  knownPaths.set(batch, paths)
  return paths.get(id)
}

/** `/pages/{id}`, `/pages/{path}` and `/files/{id}` beside the paths of a bundle; a bare name is one of the batch. */
function resolverInBatch(content: Content, refs: ReadonlyMap<string, string>): ResolveTarget {
  let resolver: ResolveTarget | null = null
  const byFile: ResolveTarget = (target, from) => {
    // Every page of the space: not for a body that names nothing.
    resolver ??= resolverFor(content)
    return resolver(target, from)
  }
  return (target, from) => {
    const [, kind, name = '', anchor] = /^\/(pages|files)\/([^#?]+)(?:#(.+))?$/.exec(target) ?? []
    if (kind === 'pages') return pageNamed(content, refs, name, anchor) ?? { kind: 'url', url: target }
    const id = refs.get(kind === 'files' ? name : target) ?? name
    if (content.files.some(file => file.id === id)) return { kind: 'file', file: id }
    if (refs.has(target)) return pageNamed(content, refs, target, undefined) ?? byFile(target, from)
    return byFile(target, from)
  }
}

function pageNamed(
  { pages }: Content,
  refs: ReadonlyMap<string, string>,
  name: string,
  anchor: string | undefined,
): ContentRef | null {
  const id = refs.get(name) ?? name
  const path = name.replace(/(?:\/README)?\.md$/i, '')
  const all = [...walkPages(pages)]
  const page = all.find(page => page.id === id) ?? all.find(page => page.path === path)
  if (page === undefined) return null
  return anchor === undefined ? { kind: 'page', page: page.id } : { kind: 'anchor', anchor, page: page.id }
}
