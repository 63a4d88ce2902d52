/**
 * What a backup learns while it goes, so that later kinds need not ask again. Nothing of it outlives the run.
 */
import type { Kind } from '../model/resource.ts'
import type { TokenOwner } from '../model/snapshot.ts'
import type { Item, SharedReads } from '../resources/resource.ts'
import type { ContentKey, ResourceKey } from '../vault/vault.ts'
import type { ParentNode } from './parent-node.ts'
import type { Fetched } from './part.ts'

export interface BackupKnowledge {
  /** Left by earlier kinds for later ones. */
  notes: Map<string, string>
  shared: SharedReads
  /** Items that no operation lists, by kind and id, as other items mention them. */
  collected: Map<Kind, Map<string, Item>>
  /** The organization and what stands directly under it, as far as it was read in this run. */
  nodes: Map<ResourceKey, ParentNode>
  /** The organization, once it is read. */
  root: ParentNode | null
  /** Whose token it is, once it was asked for. */
  owner: Promise<TokenOwner | undefined> | null
  /** Scopes in which this run found something changed, by kind. */
  changed: Map<Kind, ChangedScopes>
  /** Scopes that this run read to their end. */
  read: Set<string>
  /** Documents that were searched for uploads. */
  searched: Set<ContentKey>
  /** Bodies that are being fetched, by owner, key and name. */
  fetching: Map<string, Promise<Fetched>>
}

export interface ChangedScopes {
  parentKind: Kind | null
  parents: Set<ResourceKey | null>
}

export function makeKnowledge(): BackupKnowledge {
  return {
    notes: new Map(),
    shared: {},
    collected: new Map(),
    nodes: new Map(),
    root: null,
    owner: null,
    changed: new Map(),
    read: new Set(),
    searched: new Set(),
    fetching: new Map(),
  }
}
