/**
 * Keeps a folder as a copy of an organization's newest snapshot: one bundle for each space. Rewrites only spaces that
 * changed and, of those, only files whose bytes did. Killed at any point, the next run makes it whole; what docvault did
 * not write is never touched.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { keyOf } from '../bundle/path-claims.ts'
import { removeBundle } from '../bundle/remove.ts'
import { safeName } from '../bundle/safe-path.ts'
import { writeBundle } from '../bundle/write.ts'
import type { SnapshotSummary } from '../model/snapshot.ts'
import { bundleSourceOf } from '../space/bundle-source.ts'
import type { StoredResource, Vault } from '../vault/vault.ts'
import { uniqueName } from './export.ts'

export interface MirrorRequest {
  snapshot: SnapshotSummary
  /** Folder of all organizations' folders. */
  path: string
  signal: AbortSignal
}

export interface Mirrored {
  /** The organization's folder. */
  folder: string
  /** Spaces that were written. */
  written: number
  removed: number
  /** Pages of what was written that docvault rendered from their documents: the platform's Markdown is not kept. */
  rendered: number
}

export const MIRROR_STATE = '.docvault-mirror.json'

const stateSchema = z.object({
  organization: z.string(),
  /** The snapshot that the folder is a copy of; null while it is being written for the first time. */
  snapshot: z.number().nullable(),
  /** Folder of each space, by id. */
  spaces: z.record(z.string(), z.string()),
})
type State = z.infer<typeof stateSchema>

export async function mirrorSnapshot(vault: Vault, request: MirrorRequest): Promise<Mirrored> {
  const { snapshot, signal } = request
  const folder = folderOf(request)
  const before = readState(folder) ?? { organization: snapshot.organization, snapshot: null, spaces: {} }
  const spaces = [...vault.resources(snapshot.snapshot, { kind: 'space' })]
  const names = nameAll(vault, snapshot.snapshot, spaces)
  const changed = changedSpaces(vault, before, snapshot)
  let written = 0
  let rendered = 0
  for (const space of spaces) {
    const name = names.get(space.id) ?? space.id
    if (before.spaces[space.id] === name && changed !== null && !changed.has(space.id)) continue
    signal.throwIfAborted()
    // A later snapshot may have nothing of what is written now: what is cut short counts as unknown.
    if (written === 0) writeState(folder, { ...before, snapshot: null })
    const source = bundleSourceOf(vault, snapshot.snapshot, space, { purpose: 'files' })
    await writeBundle({ folder: join(folder, name), replace: true }, source)
    rendered += source.rendered
    written++
  }
  const removed = removeOthers(folder, new Set(names.values()))
  writeState(folder, {
    organization: snapshot.organization,
    snapshot: snapshot.snapshot,
    spaces: Object.fromEntries(names),
  })
  return { folder, written, removed, rendered }
}

/** Null: nothing is known, so everything may have. */
function changedSpaces(vault: Vault, before: State, snapshot: SnapshotSummary): Set<string> | null {
  const base = before.snapshot
  if (base === null || vault.snapshot(base)?.organization !== snapshot.organization) return null
  const changed = new Set<string>()
  if (base === snapshot.snapshot) return changed
  // What is written is what the snapshots hold: a gap hides nothing that was kept, or read after it, from a copy.
  for (const change of vault.changes(base, snapshot.snapshot, { gapsOf: [], withBodies: true })) {
    if (change.kind === 'space') changed.add(change.id)
    if (change.resource === null) continue
    for (let ref = vault.ref(change.resource).parent; ref !== null; ref = ref.parent)
      if (ref.kind === 'space') changed.add(ref.id)
  }
  return changed
}

function nameAll(vault: Vault, snapshot: number, spaces: readonly StoredResource[]): Map<string, string> {
  // No space may stand where the state is written.
  const taken = new Set([MIRROR_STATE, `${MIRROR_STATE}.new`].map(keyOf))
  return new Map(
    spaces.map(space => [
      space.id,
      uniqueName(bundleSourceOf(vault, snapshot, space, { purpose: 'files' }).title, space.id, taken),
    ]),
  )
}

/** Bundles of spaces that are gone or have another name now. */
function removeOthers(folder: string, names: ReadonlySet<string>): number {
  return readdirSync(folder, { withFileTypes: true }).filter(
    entry =>
      entry.isDirectory() &&
      entry.name !== '.git' &&
      !names.has(entry.name) &&
      !isRespelled(folder, entry.name, names) &&
      removeBundle(join(folder, entry.name)),
  ).length
}

/** A space that was renamed in case only has one folder still, where a file system ignores case. */
function isRespelled(folder: string, name: string, names: ReadonlySet<string>): boolean {
  const { dev, ino } = statSync(join(folder, name))
  return [...names].some(other => {
    if (keyOf(other) !== keyOf(name)) return false
    const there = statSync(join(folder, other), { throwIfNoEntry: false })
    return there?.dev === dev && there.ino === ino
  })
}

/** The folder that this organization has already, whatever its title is by now; else a new one. */
function folderOf({ snapshot, path }: MirrorRequest): string {
  mkdirSync(path, { recursive: true })
  const found = readdirSync(path).find(
    name => readState(join(path, name))?.organization === snapshot.organization,
  )
  if (found !== undefined) return join(path, found)
  const title = safeName(snapshot.organizationTitle, snapshot.organization)
  const name = readdirSync(path).some(other => keyOf(other) === keyOf(title))
    ? `${title} (${safeName(snapshot.organization, 'organization')})`
    : title
  const folder = join(path, name)
  mkdirSync(folder, { recursive: true })
  writeState(folder, { organization: snapshot.organization, snapshot: null, spaces: {} })
  return folder
}

function readState(folder: string): State | null {
  try {
    const result = stateSchema.safeParse(JSON.parse(readFileSync(join(folder, MIRROR_STATE), 'utf8')))
    return result.success ? result.data : null
  } catch {
    return null
  }
}

function writeState(folder: string, state: State): void {
  const file = join(folder, MIRROR_STATE)
  writeFileSync(`${file}.new`, `${JSON.stringify(state)}\n`)
  renameSync(`${file}.new`, file)
}
