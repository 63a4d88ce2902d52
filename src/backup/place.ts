/**
 * What a declaration is told about where it reads: its parent, everything above, and what the run knows by then.
 */
import type { Kind } from '../model/resource.ts'
import { isItem } from '../resources/is-item.ts'
import type { Item, Place } from '../resources/resource.ts'
import type { ResourceKey } from '../vault/vault.ts'
import { isAgreed, missingDigest } from './agreement.ts'
import type { GroupItem } from './group.ts'
import { idsAbove, type ParentNode } from './parent-node.ts'
import type { BackupRun } from './run.ts'

export function makePlace(run: BackupRun, kind: Kind, parent: ParentNode | null): Place {
  const { organization, notes, settings } = run
  return {
    organization,
    parent: parent?.item ?? organization,
    ids: idsAbove(parent),
    notes,
    formats: settings.formats,
    audit: run.audit,
    knownSites: settings.knownSites,
    shared: run.shared,
    stored: () => storedItems(run, kind, parent),
    position: () => run.writer.lastRead(parent?.key ?? null, kind)?.token ?? null,
    allowShrink: settings.shrinkGuardPercent === 0,
    isAgreed: async missing => parent !== null && isAgreed(run, kind, parent, missingDigest(missing)),
    collected: () => [...(run.collected.get(kind)?.values() ?? [])],
  }
}

/** What stands below it is walked from there. */
export function placedAs(
  run: BackupRun,
  key: ResourceKey,
  { resource, item }: GroupItem,
  above: ParentNode | null,
): ParentNode {
  const title = resource.label(item)
  const placed = { key, kind: resource.kind, id: resource.id(item), item, title, above }
  if (resource.parent === null || resource.parent === 'organization') run.placed.set(key, placed)
  return placed
}

function storedItems(run: BackupRun, kind: Kind, parent: ParentNode | null): Item[] {
  const { vault, writer } = run
  if (writer.base === null) return []
  const items: Item[] = []
  for (const resource of vault.resources(writer.base, { kind, parent: parent?.key ?? null })) {
    const value = vault.readJson(resource)
    if (isItem(value)) items.push(value)
  }
  return items
}
