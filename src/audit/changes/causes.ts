/**
 * What a change follows from: what was removed or added with the thing that it stands under or refers to, and what a space
 * takes from the sites that show it. One click is then one row, with the rest below it.
 */

import type { FieldChange } from '../../diff/change.ts'
import { itemOf } from '../../diff/describe.ts'
import { fieldChanges } from '../../diff/field-changes.ts'
import { valuesAt } from '../../model/paths.ts'
import type { Kind } from '../../model/resource.ts'
import type { SnapshotPair } from '../../model/snapshot.ts'
import { presenceOf } from '../../resources/presence.ts'
import { referencedKinds } from '../../resources/references.ts'
import type { Resource } from '../../resources/resource.ts'
import type { ResourceKey, StoredResource, Vault } from '../../vault/vault.ts'
import type { RuleEvent } from '../rules/rule.ts'
import type { SnapshotFacts } from '../snapshot-facts.ts'
import type { ChangedThing } from './actors.ts'

export interface CauseSources {
  vault: Vault
  resources: readonly Resource[]
  pair: SnapshotPair
  earlier: SnapshotFacts
  later: SnapshotFacts
}

export interface ChangeCause {
  resource: StoredResource
  event: RuleEvent
  /** Of a modification: those of one row. */
  fields: readonly FieldChange[]
}

/** Null: it stands by itself. */
export function causeOf(
  sources: CauseSources,
  { resource, event, fields }: ChangedThing,
): ChangeCause | null {
  if (event === 'removed') return removedWith(sources, resource)
  if (event === 'added') return addedWith(sources, resource)
  if (resource.kind !== 'space') return null
  if (fields.includes('visibility') || fields.includes('visitorAuth')) return siteOf(sources, resource.id)
  return fields.includes('parent') ? collectionGone(sources, resource) : null
}

function removedWith(sources: CauseSources, resource: StoredResource): ChangeCause | null {
  const { vault, pair } = sources
  const above = topmost(sources, resource, 'removed', key => {
    const before = vault.at(pair.a.snapshot, key)
    return vault.at(pair.b.snapshot, key) === null ? before : null
  })
  if (above) return above
  const references = declared(sources, resource.kind)?.references ?? {}
  for (const { kind, paths } of referencedKinds({ references })) {
    for (const id of paths.flatMap(path => valuesAt(itemOf(vault, resource), path))) {
      // Who is no member any more loses what members have, whether the person is still known or not.
      const gone = typeof id === 'string' ? removedOne(sources, presenceOf(kind), id) : null
      if (gone && gone.key !== resource.key && isReported(sources, gone.kind, 'removed'))
        return { resource: gone, event: 'removed', fields: [] }
    }
  }
  return null
}

function addedWith(sources: CauseSources, resource: StoredResource): ChangeCause | null {
  const { vault, pair } = sources
  return topmost(sources, resource, 'added', key =>
    vault.at(pair.a.snapshot, key) === null ? vault.at(pair.b.snapshot, key) : null,
  )
}

/** The highest thing above that came or went, too, and has a row. */
function topmost(
  sources: CauseSources,
  { parent }: StoredResource,
  event: 'added' | 'removed',
  changed: (key: ResourceKey) => StoredResource | null,
): ChangeCause | null {
  let found: StoredResource | null = null
  for (let key = parent; key !== null; ) {
    const stored = changed(key)
    if (stored === null) break
    if (isReported(sources, stored.kind, event)) found = stored
    key = stored.parent
  }
  return found && { resource: found, event, fields: [] }
}

function removedOne({ vault, pair }: CauseSources, kind: Kind, id: string): StoredResource | null {
  const [before] = vault.find(pair.a.snapshot, kind, id)
  return before && vault.at(pair.b.snapshot, before.key) === null ? before : null
}

/** A space is as open as the sites that show it make it. */
function siteOf(sources: CauseSources, space: string): ChangeCause | null {
  const { vault, pair, earlier, later } = sources
  const [was, is] = [earlier.access.sitesOf(space), later.access.sitesOf(space)]
  for (const site of new Set([...is, ...was])) {
    const [before] = vault.find(pair.a.snapshot, 'site', site)
    const [after] = vault.find(pair.b.snapshot, 'site', site)
    const cause =
      before && after && was.includes(site) && is.includes(site)
        ? openedOrClosed(sources, before, after)
        : is.includes(site)
          ? shownBy(sources, after, space, 'added')
          : shownBy(sources, before, space, 'removed')
    if (cause) return cause
  }
  return null
}

function openedOrClosed(
  sources: CauseSources,
  before: StoredResource,
  after: StoredResource,
): ChangeCause | null {
  const { vault } = sources
  if (before.contentDigest === after.contentDigest) return null
  const changes = fieldChanges(declared(sources, 'site'), itemOf(vault, before), itemOf(vault, after))
  for (const name of ['visibility', 'published']) {
    const fields = changes.filter(({ path }) => path === name)
    if (fields.length > 0) return { resource: after, event: 'modified', fields }
  }
  return null
}

function shownBy(
  { vault, pair }: CauseSources,
  site: StoredResource | undefined,
  space: string,
  event: 'added' | 'removed',
): ChangeCause | null {
  if (!site) return null
  const at = event === 'added' ? pair.b.snapshot : pair.a.snapshot
  for (const resource of vault.resources(at, { kind: 'site-space', parent: site.key }))
    if (valuesAt(itemOf(vault, resource), 'space.id').includes(space)) return { resource, event, fields: [] }
  return null
}

function collectionGone(sources: CauseSources, space: StoredResource): ChangeCause | null {
  const before = sources.vault.at(sources.pair.a.snapshot, space.key)
  const id = before && itemOf(sources.vault, before).parent
  const gone = typeof id === 'string' ? removedOne(sources, 'collection', id) : null
  return gone && { resource: gone, event: 'removed', fields: [] }
}

function isReported(sources: CauseSources, kind: Kind, event: 'added' | 'removed'): boolean {
  return (declared(sources, kind)?.audit?.[event] ?? null) !== null
}

function declared({ resources }: CauseSources, kind: Kind): Resource | undefined {
  return resources.find(resource => resource.kind === kind)
}
