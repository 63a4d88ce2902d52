/**
 * A batch of content changes on a change request: in order, all or nothing, one new revision.
 */
import { posix } from 'node:path'
import { fetchSource } from '../import/fetch-source.ts'
import { contentTypeOf } from '../load/content-type.ts'
import { imageSizeOf } from '../load/image-size.ts'
import { assertEditable, type Branch, commitTo, headOf } from '../state/branch.ts'
import { ancestorOf } from '../state/change-request.ts'
import type { FileRecord } from '../state/records/content.ts'
import type { World } from '../state/world.ts'
import { type Batch, remember } from './batch.ts'
import type { ContentChange, NewFile } from './change-schema.ts'
import { deletePage, insertPage, revertPage, updatePage } from './page-changes.ts'

/** What was made and changed; nothing at all when any change is refused. */
export async function applyChanges(
  world: World,
  branch: Branch,
  changes: readonly ContentChange[],
): Promise<Batch> {
  assertEditable(branch)
  const fetched = await fetchFiles(world, changes)
  assertEditable(branch)
  const { space, changeRequest } = branch
  const batch: Batch = {
    world,
    space,
    content: headOf(branch),
    base: changeRequest === null ? space.json.revision : ancestorOf(changeRequest.json),
    refs: new Map(),
    created: [],
    updated: new Set(),
    deleted: new Set(),
    files: [],
  }
  for (const change of changes) applyChange(batch, change, fetched)
  commitTo(world, branch, batch.content, world.owner)
  return batch
}

type Fetched = ReadonlyMap<NewFile, FileRecord>

function applyChange(batch: Batch, change: ContentChange, fetched: Fetched): void {
  switch (change.operation) {
    case 'insert_page':
      insertPage(batch, change)
      break
    case 'update_page':
      updatePage(batch, change)
      break
    case 'delete_page':
      deletePage(batch, change)
      break
    case 'revert_page':
      revertPage(batch, change)
      break
    case 'insert_files':
      for (const wanted of change.files) addFile(batch, wanted, fetched.get(wanted))
  }
}

function addFile(batch: Batch, { ref }: NewFile, file: FileRecord | undefined): void {
  if (file === undefined) return
  const { content } = batch
  batch.content = { ...content, files: [...content.files, file] }
  batch.files.push({ file, ...(ref === undefined ? {} : { ref }) })
  remember(batch, ref, file.id)
}

async function fetchFiles(world: World, changes: readonly ContentChange[]): Promise<Fetched> {
  const wanted = changes.flatMap(change => (change.operation === 'insert_files' ? change.files : []))
  const files = new Map<NewFile, FileRecord>()
  for (const file of wanted) files.set(file, await fileRecord(world, file))
  return files
}

async function fileRecord(world: World, { url, base64, name, contentType }: NewFile): Promise<FileRecord> {
  const fetched = url === undefined ? null : await fetchSource(url)
  const bytes = Buffer.from(fetched?.bytes ?? Buffer.from(base64 ?? '', 'base64'))
  const dimensions = imageSizeOf(bytes)
  const id = world.makeId()
  return {
    id,
    name,
    contentType: contentType ?? (fetched?.contentType || contentTypeOf(name)),
    size: bytes.length,
    ...(dimensions === null ? {} : { dimensions }),
    git: { oid: world.blobs.add(bytes), path: `.gitbook/assets/${id}/${posix.basename(name)}` },
  }
}
