/**
 * A zipped bundle becomes pages behind those that are there. Files and reusable contents that the space has with the
 * same path and bytes are taken for the same; nothing that is there changes.
 */
import type { Bundle, BundleEntry, BundleProblemKind } from '../../bundle/bundle.ts'
import { readBundleIn } from '../../bundle/read.ts'
import { claimPath, slugOfPath } from '../../dialect/links/slug.ts'
import { DocvaultError } from '../../model/errors.ts'
import { buildFiles, buildReusableContents, nameIncludes } from '../load/build-files.ts'
import { buildPages } from '../load/build-pages.ts'
import { layoutOf } from '../load/layout.ts'
import { type Wanted, walkWanted, wantedPages } from '../load/wanted.ts'
import { badRequest } from '../protocol/api-error.ts'
import { gitBlobId } from '../state/blobs.ts'
import { insertPages, pathsOf } from '../state/place-page.ts'
import type { Content, FileRecord } from '../state/records/content.ts'
import type { SpaceState } from '../state/records/space.ts'
import type { World } from '../state/world.ts'
import { treeOfArchive } from './unzip.ts'

/** Read, and no longer in need of the archive. */
export interface UnpackedBundle {
  bundle: Bundle
  files: readonly FileRecord[]
  importedResources: number
  totalResources: number
}

export async function unpackBundle(world: World, archive: Uint8Array): Promise<UnpackedBundle> {
  const tree = treeOfArchive(archive)
  try {
    const bundle = readBundleIn(tree)
    const files = await buildFiles(world, { files: [] }, bundle.files, file => tree.read(file.absolutePath))
    return { bundle, files, ...countsOf(bundle) }
  } catch (error) {
    throw error instanceof DocvaultError ? badRequest(`the archive is no bundle: ${error.message}`) : error
  }
}

const NOT_IMPORTED: ReadonlySet<BundleProblemKind> = new Set([
  'missing-page',
  'outside-root',
  'symlink',
  'not-markdown',
  'too-large',
])

function countsOf({ entries, files, includes, problems }: Bundle) {
  const importedResources = countPages(entries) + files.length + includes.length
  const lost = problems.filter(problem => NOT_IMPORTED.has(problem.kind)).length
  return { importedResources, totalResources: importedResources + lost }
}

function countPages(entries: readonly BundleEntry[]): number {
  return entries.reduce((sum, entry) => {
    const own = entry.type === 'page' && entry.markdown !== undefined ? 1 : 0
    return sum + own + ('entries' in entry ? countPages(entry.entries) : 0)
  }, 0)
}

/** Where an import goes. */
export interface ImportTarget {
  space: SpaceState
  /** Id of the page; null = the space as a whole. */
  page: string | null
}

/** Its pages come below the page of the target, or at the end of the root. */
export function withBundle(
  world: World,
  { space, page: into }: ImportTarget,
  before: Content,
  { bundle, files: unpacked }: UnpackedBundle,
): Content {
  const files = unpacked.map(file => before.files.find(old => isSameFile(old, file)) ?? file)
  const sameIncludes = before.reusableContents.filter(old =>
    bundle.includes.some(
      ({ path, markdown }) => path === old.git.path && gitBlobId(Buffer.from(markdown)) === old.git.oid,
    ),
  )
  const taken = pathsOf(before.pages)
  const top = wantedPages(bundle.entries).map(page => moved(page, taken))
  const wanted = into === null ? top : top.flatMap(page => (page.kind === 'group' ? page.children : [page]))
  const ids = new Map([...walkWanted(wanted)].map(page => [page, world.makeId()]))
  const includes = nameIncludes(world, { reusableContents: sameIncludes }, bundle.includes)
  const layout = layoutOf(ids, files, includes)
  const contents = buildReusableContents(world, space, includes, layout)
  const pages = buildPages({ world, space, old: new Map(), ids, layout }, wanted)
  return {
    pages: insertPages(before.pages, pages, into),
    files: [...before.files, ...files.filter(file => !before.files.includes(file))],
    reusableContents: [
      ...before.reusableContents,
      ...contents.filter(content => !before.reusableContents.includes(content)),
    ],
    variables: { ...bundle.variables, ...before.variables },
  }
}

function isSameFile(left: FileRecord, right: FileRecord): boolean {
  return left.git.path === right.git.path && left.git.oid === right.git.oid
}

/** To a path that is still free. Groups are not published, and take none. */
function moved(page: Wanted, taken: Set<string>): Wanted {
  const isPublished = page.kind !== 'link' && page.kind !== 'group'
  const path = isPublished ? claimPath(page.path, taken) : page.path
  const slug = isPublished ? slugOfPath(path) : page.slug
  return { ...page, path, slug, children: page.children.map(child => moved(child, taken)) }
}
