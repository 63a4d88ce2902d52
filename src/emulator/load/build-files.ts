/**
 * File records and reusable contents from a bundle, matched by path: other bytes at the same path are an edit.
 */
import { readFile } from 'node:fs/promises'
import { posix } from 'node:path'
import type { BundleFile, BundleInclude } from '../../bundle/bundle.ts'
import { gitBlobId } from '../state/blobs.ts'
import { addDocument } from '../state/body.ts'
import type { Content, FileRecord, ReusableContent } from '../state/records/content.ts'
import type { SpaceState } from '../state/records/space.ts'
import type { World } from '../state/world.ts'
import { contentTypeOf } from './content-type.ts'
import { imageSizeOf } from './image-size.ts'
import type { Layout } from './layout.ts'

/** `read`: gives the bytes of a file; from disk without it. */
export async function buildFiles(
  world: World,
  before: Pick<Content, 'files'>,
  files: readonly BundleFile[],
  read: (file: BundleFile) => Buffer | Promise<Buffer> = ({ absolutePath }) => readFile(absolutePath),
): Promise<FileRecord[]> {
  const old = new Map(before.files.map(file => [file.git.path, file]))
  const records: FileRecord[] = []
  for (const file of files)
    records.push(fileRecord(world, { ...file, bytes: await read(file) }, old.get(file.path)))
  return records
}

function fileRecord(
  world: World,
  { path, bytes }: { path: string; bytes: Buffer },
  old: FileRecord | undefined,
): FileRecord {
  const oid = world.blobs.add(bytes)
  if (old?.git.oid === oid) return old
  const dimensions = imageSizeOf(bytes)
  return {
    id: old?.id ?? world.makeId(),
    name: posix.basename(path),
    contentType: contentTypeOf(path),
    size: bytes.length,
    ...(dimensions === null ? {} : { dimensions }),
    git: { oid, path },
  }
}

/** An include of a bundle under the id that it has in the space. */
export interface NamedInclude {
  id: string
  include: BundleInclude
  /** What the space has at the same path. */
  old: ReusableContent | undefined
}

/** The ids come first, because bodies (their own included) refer to them. */
export function nameIncludes(
  world: World,
  before: Pick<Content, 'reusableContents'>,
  includes: readonly BundleInclude[],
): NamedInclude[] {
  const byPath = new Map(before.reusableContents.map(content => [content.git.path, content]))
  return includes.map(include => {
    const old = byPath.get(include.path)
    return { id: old?.id ?? world.makeId(), include, old }
  })
}

export function buildReusableContents(
  world: World,
  space: SpaceState,
  includes: readonly NamedInclude[],
  layout: Layout,
): ReusableContent[] {
  return includes.map(({ id, include: { path, title, markdown }, old }) => {
    const oid = gitBlobId(Buffer.from(markdown))
    if (old?.git.oid === oid && old.title === title) return old
    const body = { markdown, title, file: path, resolve: layout.resolve }
    const document = old?.git.oid === oid ? old.document : addDocument(world, space, body, layout.key)
    return { id, title, document, git: { oid, path } }
  })
}
