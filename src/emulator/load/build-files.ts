/**
 * File records and reusable contents from a bundle, matched by path: other bytes at the same path are an edit.
 */
import { readFile } from 'node:fs/promises'
import { posix } from 'node:path'
import type { BundleFile, BundleInclude } from '../../bundle/bundle.ts'
import type { ResolveTarget } from '../content/targets.ts'
import { gitBlobId } from '../state/blobs.ts'
import type { FileRecord } from '../state/file.ts'
import type { ReusableContent } from '../state/reusable-content.ts'
import type { Content } from '../state/revision.ts'
import type { SpaceState } from '../state/space.ts'
import type { World } from '../state/world.ts'
import { contentTypeOf } from './content-type.ts'
import { imageSizeOf } from './image-size.ts'

export async function buildFiles(
  world: World,
  before: Pick<Content, 'files'>,
  files: readonly BundleFile[],
): Promise<FileRecord[]> {
  const old = new Map(before.files.map(file => [file.git.path, file]))
  const records: FileRecord[] = []
  for (const file of files) records.push(await buildFile(world, file, old.get(file.path)))
  return records
}

async function buildFile(world: World, file: BundleFile, old: FileRecord | undefined): Promise<FileRecord> {
  const bytes = await readFile(file.absolutePath)
  const oid = world.blobs.add(bytes)
  if (old?.git.oid === oid) return old
  const dimensions = imageSizeOf(bytes)
  return {
    id: old?.id ?? world.makeId(),
    name: posix.basename(file.path),
    contentType: contentTypeOf(file.path),
    size: bytes.length,
    ...(dimensions === null ? {} : { dimensions }),
    git: { oid, path: file.path },
  }
}

/** The ids come first, because bodies (their own included) refer to them. */
export function includeIds(
  world: World,
  before: Pick<Content, 'reusableContents'>,
  includes: readonly BundleInclude[],
): Map<string, string> {
  const old = new Map(before.reusableContents.map(content => [content.git.path, content.id]))
  return new Map(includes.map(({ path }) => [path, old.get(path) ?? world.makeId()]))
}

export function buildReusableContents(
  world: World,
  space: SpaceState,
  before: Pick<Content, 'reusableContents'>,
  includes: readonly BundleInclude[],
  ids: ReadonlyMap<string, string>,
  resolve: ResolveTarget,
): ReusableContent[] {
  const old = new Map(before.reusableContents.map(content => [content.git.path, content]))
  return includes.map(({ path, title, markdown }) => {
    const was = old.get(path)
    const oid = gitBlobId(Buffer.from(markdown))
    if (was?.git.oid === oid && was.title === title) return was
    const document = was?.git.oid === oid ? was.document : world.makeId()
    if (document !== was?.document) space.bodies.set(document, { markdown, title, file: path, resolve })
    return { id: ids.get(path) ?? '', title, document, git: { oid, path } }
  })
}
