/**
 * Writes the spaces of a snapshot as bundles: one folder or zip for each, named after its title. With `replace`, what an
 * earlier export of all spaces wrote for one that is gone or has another title is removed.
 */
import { join } from 'node:path'
import type { GitRepository } from '../bundle/git-target.ts'
import { keyOf } from '../bundle/path-claims.ts'
import { safeName } from '../bundle/safe-path.ts'
import type { BundleTarget, WriteReport } from '../bundle/source.ts'
import { writeBundle } from '../bundle/write.ts'
import { UsageError } from '../model/errors.ts'
import { bundleSourceOf, pageDamaged } from '../space/bundle-source.ts'
import type { ResourceKey, StoredResource, Vault } from '../vault/vault.ts'
import { EXPORTED, openExportedNames } from './exported-names.ts'

export interface ExportRequest {
  snapshot: number
  /** Folder of all bundles; with `space` the bundle itself. */
  target: string
  /** Id or title of the only space to export. */
  space?: string | undefined
  zip: boolean
  /** Overwrite what docvault wrote there before. */
  replace: boolean
}

export interface ExportedSpace extends WriteReport {
  space: string
  title: string
  target: string
  /** Pages rendered from their documents: the platform's Markdown of them is not in the snapshot. */
  rendered: number
}

export async function* exportSpaces(vault: Vault, request: ExportRequest): AsyncGenerator<ExportedSpace> {
  const taken = new Set([EXPORTED, `${EXPORTED}.new`].map(keyOf))
  const names = request.space === undefined ? openExportedNames(request.target, request) : null
  const { spaces, unread } = chosen(vault, request)
  const jsonOf = (resource: StoredResource) => {
    if (unread.has(resource.key)) throw pageDamaged(request.snapshot)
    return vault.readJson(resource)
  }
  for (const space of spaces) {
    const wish = { purpose: 'files', leavesOut: true, jsonOf } as const
    const source = bundleSourceOf(vault, request.snapshot, space, wish)
    const name = uniqueName(source.title, space.id, taken)
    const path = names === null ? request.target : join(request.target, name)
    const target = targetOf(path, request)
    names?.add(request.zip && !name.endsWith('.zip') ? `${name}.zip` : name)
    const report = await writeBundle(target, source)
    yield {
      space: space.id,
      title: source.title,
      rendered: source.rendered,
      target: 'zip' in target ? String(target.zip) : target.folder,
      ...report,
    }
  }
  names?.removeOthers()
}

interface Chosen {
  spaces: StoredResource[]
  /** Of these the name alone can be read, and mostly what is in them. */
  unread: ReadonlySet<ResourceKey>
}

function chosen(vault: Vault, request: ExportRequest): Chosen {
  const { resources, unread } = vault.readable(request.snapshot, { kind: 'space' })
  const above = { parentKind: null, parentId: null }
  const unknown = { ...above, since: request.snapshot, content: 0, contentDigest: '', parts: [] }
  const spaces = [...resources, ...unread.map(name => ({ ...name, ...unknown }))]
  const keys = new Set(unread.map(({ key }) => key))
  if (request.space === undefined) return { spaces, unread: keys }
  const only = spaces.find(space => space.id === request.space) ?? titled(vault, resources, request)
  return { spaces: [only], unread: keys }
}

function titled(vault: Vault, spaces: readonly StoredResource[], request: ExportRequest): StoredResource {
  const titleOf = (space: StoredResource) => {
    const value = vault.readJson(space)
    return typeof value === 'object' && value !== null && 'title' in value ? value.title : null
  }
  const called = spaces.filter(space => titleOf(space) === request.space)
  const [only] = called
  if (only && called.length === 1) return only
  throw new UsageError(
    `snapshot ${request.snapshot} has ${called.length === 0 ? 'no' : called.length} spaces named ${request.space}`,
    { hint: `\`docvault ls ${request.snapshot} --kind space\` lists them with their ids` },
  )
}

function targetOf(path: string, request: ExportRequest): Exclude<BundleTarget, GitRepository> {
  const { replace } = request
  return request.zip
    ? { zip: path.endsWith('.zip') ? path : `${path}.zip`, replace }
    : { folder: path, replace }
}

/** Titles need not be unique; ids are. Case and Unicode form matter to nobody's file system for sure. */
export function uniqueName(title: string, id: string, taken: Set<string>): string {
  const name = safeName(title, id)
  let unique = name
  for (let n = 0; taken.has(keyOf(unique)); n++)
    unique = `${name} (${safeName(id, 'space')})${n === 0 ? '' : ` (${n})`}`
  taken.add(keyOf(unique))
  return unique
}
