/**
 * A vault to restore from of which some cannot be read any more, damaged or lost: it shows what can be read, and says what not.
 * A page comes back from the body that is left, without one it comes back empty; a file without its bytes, and whatever nobody
 * knows the words of the platform of, does not. Everything is read for it, so only once something was met.
 */
import { finished } from 'node:stream/promises'
import { DamageFound } from '../../model/errors.ts'
import { recordOf, textOf } from '../../model/fields.ts'
import { giveWay } from '../../model/give-way.ts'
import type { ResourceRef } from '../../model/resource.ts'
import { kindInSpace } from '../../resources/drafts.ts'
import type { ContentKey, StoredResource, Vault } from '../../vault/vault.ts'
import type { About } from '../naming.ts'
import type { StateItem } from '../state-item.ts'

export interface Unread extends About {
  /** The space or the draft that it stands in; itself, where it stands in none. Ids from below the organization down. */
  owner: string
  /** For a plan: what becomes of it, and why. */
  reason: string
}

interface Screen {
  unread: readonly Unread[]
  /** Kinds and paths of pages of which no body is left. */
  emptied: ReadonlySet<string>
}

const screened = new WeakMap<Vault, Screen>()

/** Null: what can be read was not looked at. */
export function unreadIn(vault: Vault): readonly Unread[] | null {
  return screened.get(vault)?.unread ?? null
}

/** Where it is there it stays: nobody knows what is to stand in it. */
export function isEmptied(vault: Vault, { kind, path }: Pick<StateItem, 'kind' | 'path'>): boolean {
  return screened.get(vault)?.emptied.has(`${kind} ${path}`) ?? false
}

export async function screenVault(vault: Vault, snapshot: number): Promise<Vault> {
  const faults = new Map<ContentKey, string>()
  const unread: Unread[] = []
  const emptied = new Set<string>()
  // As they lie in the vault, so that no block is decoded for each of its contents.
  const keys = Array.from(vault.resources(snapshot), ({ key }) => key).sort((a, b) => a - b)
  for (const key of keys) {
    await giveWay()
    const resource = vault.at(snapshot, key)
    if (resource === null) throw new Error(`resource ${key} of snapshot ${snapshot} went away`)
    await readAll(vault, resource, faults)
    const reason = reasonOf(resource, faults)
    if (reason === null) continue
    const name = nameOf(vault, resource, faults)
    unread.push({ ...name, reason })
    if (isBare(resource, faults)) emptied.add(`${name.kind} ${name.source}`)
  }
  const isShown = ({ content, kind, parts }: StoredResource) =>
    !faults.has(content) && !(kindInSpace(kind) === 'file' && parts.some(part => faults.has(part.content)))
  return screen(vault, { unread, emptied }, resource => {
    if (!isShown(resource)) return []
    return [{ ...resource, parts: resource.parts.filter(part => !faults.has(part.content)) }]
  })
}

/** Of what is there now: without that of which nobody knows what it is. Bodies are the platform's to show. */
export async function screenTarget(vault: Vault, snapshot: number): Promise<Vault> {
  const faults = new Map<ContentKey, string>()
  const unread: Unread[] = []
  for (const resource of [...vault.resources(snapshot)]) {
    await giveWay()
    await readAll(vault, { ...resource, parts: [] }, faults)
    const reason = reasonOf({ ...resource, parts: [] }, faults)
    if (reason !== null) unread.push({ ...nameOf(vault, resource, faults), reason })
  }
  return screen(vault, { unread, emptied: new Set() }, resource =>
    faults.has(resource.content) ? [] : [resource],
  )
}

function screen(vault: Vault, found: Screen, shown: (resource: StoredResource) => StoredResource[]): Vault {
  const shownOrNull = (resource: StoredResource | null) =>
    resource === null ? null : (shown(resource)[0] ?? null)
  const view: Vault = {
    ...vault,
    resources: (at, filter) => Iterator.from(vault.resources(at, filter)).flatMap(shown),
    find: (at, kind, id) => vault.find(at, kind, id).flatMap(shown),
    named: (at, scope, ids) => vault.named(at, scope, ids).flatMap(shown),
    at: (snapshot, key) => shownOrNull(vault.at(snapshot, key)),
    state: place => shownOrNull(vault.state(place)),
  }
  screened.set(view, found)
  return view
}

async function readAll(
  vault: Vault,
  { content, parts }: StoredResource,
  faults: Map<ContentKey, string>,
): Promise<void> {
  for (const each of [content, ...parts.map(part => part.content)]) {
    if (faults.has(each)) continue
    try {
      await finished(vault.readStream(each).resume())
    } catch (error) {
      if (!(error instanceof DamageFound)) throw error
      faults.set(each, error.message)
    }
  }
}

const BODIES: Readonly<Record<string, string>> = {
  markdown: 'Markdown',
  document: 'document',
  bytes: 'bytes',
}

function isBare({ kind, parts }: StoredResource, faults: ReadonlyMap<ContentKey, string>): boolean {
  return kindInSpace(kind) === 'page' && parts.every(part => faults.has(part.content))
}

/** The same for all of which the same is lost, so that a plan has a line for them. Null: all of it can be read. */
function reasonOf(
  { kind, content, parts }: StoredResource,
  faults: ReadonlyMap<ContentKey, string>,
): string | null {
  if (faults.has(content)) return `it does not come back: the vault cannot read what the platform said of it`
  const isGone = ({ content }: StoredResource['parts'][number]) => faults.has(content)
  const gone = parts.filter(isGone).map(({ name }) => BODIES[name] ?? name)
  const [left] = parts.filter(part => !isGone(part)).map(({ name }) => BODIES[name] ?? name)
  if (gone.length === 0) return null
  const cannot = `the vault cannot read its ${gone.join(' and its ')} (\`docvault repair\` looks for what is damaged)`
  if (kindInSpace(kind) === 'file') return `it does not come back: ${cannot}`
  if (left !== undefined) return `it comes back from its ${left}: ${cannot}`
  return `it comes back empty where it is gone, and stays where it is there: ${cannot}`
}

function nameOf(
  vault: Vault,
  resource: StoredResource,
  faults: ReadonlyMap<ContentKey, string>,
): About & Pick<Unread, 'owner'> {
  const ids = idsOf(vault.ref(resource.key))
  const json = faults.has(resource.content) ? null : recordOf(vault.readJson(resource))
  const label = textOf(json?.title) ?? textOf(json?.name) ?? resource.id
  return { kind: resource.kind, source: ids.join('/'), label, owner: ids.slice(0, -1).join('/') }
}

/** From below the organization down. */
function idsOf(ref: ResourceRef): string[] {
  if (ref.kind === 'organization') return []
  return [...(ref.parent === null ? [] : idsOf(ref.parent)), ref.id]
}
