/**
 * Documents first, Markdown later (setting `backup.markdown`): which Markdown a run reads that the vault lacks.
 *
 * A first backup reads none. A later one reads that of pages whose earlier version has it, so that no page loses it by
 * an edit, and of others as much as one run may (`backup.markdownPerRun`): first what is pending in the base, the pages
 * edited last before the others, then that of pages that are new. A page that is due is read like any other one: its
 * space's tree anew, its document from the vault, its Markdown by the id of that document. So it never stands beside
 * another text, what was read before a kill is not read again, and a tree that has moved on decides.
 */

import { DEFERRED_PART, LEADING_PART, lacksDeferred } from '../model/deferred-part.ts'
import { isFields } from '../model/fields.ts'
import { giveWay } from '../model/give-way.ts'
import type { Kind } from '../model/resource.ts'
import type { SnapshotSummary } from '../model/snapshot.ts'
import type { Resource } from '../resources/resource.ts'
import type { ResourceKey, StoredResource, Vault } from '../vault/vault.ts'
import { readKeptJson } from './read-kept.ts'
import type { BackupSettings } from './settings.ts'

export interface DeferredBodies {
  /** Kinds whose pending Markdown is counted at the seal; null: nothing is put off, and nothing pending. */
  readonly counted: readonly Kind[] | null
  /** Finds what is due, before anything is read. */
  prepare(): Promise<void>
  /** Whether the Markdown of this document is read in this run. The answer stays the same. */
  takes(documentId: string): boolean
  /** Something in the scope, or below it, is due. */
  isDue(parent: ResourceKey, kind: Kind): boolean
  /** Nothing changed in the scope: it is read for what is due. */
  noteUnchanged(parent: ResourceKey, kind: Kind): void
  isUnchanged(parent: ResourceKey, kind: Kind): boolean
}

export interface DeferredRequest {
  vault: Vault
  resources: readonly Resource[]
  settings: BackupSettings
  base: SnapshotSummary | null
}

export function makeDeferredBodies({ vault, resources, settings, base }: DeferredRequest): DeferredBodies {
  const isPutOff = settings.markdown === 'later'
  const wantsBoth = [LEADING_PART, DEFERRED_PART].every(name => settings.formats.includes(name))
  const wasPending = base?.proof?.markdown_pending ?? 0
  const kinds = resources.filter(({ defersMarkdown }) => defersMarkdown)
  const due: Due = { documents: new Set(), scopes: new Set() }
  const unchanged = new Set<string>()
  let allowed =
    isPutOff && wantsBoth ? (base === null ? 0 : settings.markdownPerRun) : Number.POSITIVE_INFINITY
  return {
    counted: wantsBoth && (isPutOff || wasPending > 0) ? kinds.map(({ kind }) => kind) : null,
    async prepare() {
      if (!wantsBoth || base === null || (!isPutOff && wasPending === 0)) return
      if (base.proof?.markdown_pending === 0) return
      await findDue({ vault, snapshot: base.snapshot, kinds, most: allowed }, due)
      allowed -= due.documents.size
    },
    takes(documentId) {
      if (due.documents.has(documentId)) return true
      if (allowed <= 0) return false
      allowed--
      due.documents.add(documentId)
      return true
    },
    isDue: (parent, kind) => due.scopes.has(labelOf(parent, kind)),
    noteUnchanged: (parent, kind) => void unchanged.add(labelOf(parent, kind)),
    isUnchanged: (parent, kind) => unchanged.has(labelOf(parent, kind)),
  }
}

/** Ids of documents whose Markdown is read, and the scopes in which they are, with those above them. */
interface Due {
  documents: Set<string>
  scopes: Set<string>
}

interface Search {
  vault: Vault
  snapshot: number
  kinds: readonly Resource[]
  most: number
}

interface Pending {
  resource: StoredResource
  documentId: string
  editedAt: string
}

async function findDue(search: Search, due: Due): Promise<void> {
  const { vault, snapshot, most } = search
  const pending = await pendingIn(search)
  const found = pending.toSorted((a, b) => (a.editedAt < b.editedAt ? 1 : a.editedAt > b.editedAt ? -1 : 0))
  for (const { resource, documentId } of found) {
    if (!due.documents.has(documentId) && due.documents.size >= most) continue
    due.documents.add(documentId)
    addScopes(due, vault, snapshot, resource)
  }
}

async function pendingIn({ vault, snapshot, kinds }: Search): Promise<Pending[]> {
  const pending: Pending[] = []
  for (const { kind, parent: parentKind } of kinds) {
    if (parentKind === null) continue
    // Scope by scope: no statement is open while others get their turn.
    for (const { key } of [...vault.resources(snapshot, { kind: parentKind })]) {
      const lacking = [...vault.resources(snapshot, { kind, parent: key })].filter(({ parts }) =>
        lacksDeferred(parts),
      )
      for (const resource of lacking) {
        await giveWay()
        pending.push(...pendingOf(vault, resource))
      }
    }
  }
  return pending
}

function pendingOf(vault: Vault, resource: StoredResource): Pending[] {
  const item = readKeptJson(vault, resource)
  if (!isFields(item) || typeof item.documentId !== 'string') return []
  const editedAt = typeof item.updatedAt === 'string' ? item.updatedAt : ''
  return [{ resource, documentId: item.documentId, editedAt }]
}

/** The scope, and those above it: what stands in a change request is reached through the list of them. */
function addScopes(due: Due, vault: Vault, snapshot: number, resource: StoredResource): void {
  for (let at: StoredResource | null = resource; at !== null && at.parent !== null; ) {
    const label = labelOf(at.parent, at.kind)
    if (due.scopes.has(label)) return
    due.scopes.add(label)
    at = vault.at(snapshot, at.parent)
  }
}

function labelOf(parent: ResourceKey, kind: Kind): string {
  return `${parent} ${kind}`
}
