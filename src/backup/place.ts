/**
 * What a declaration is told about where it reads: its parent, everything above, and what the run knows by then.
 */
import type { Kind } from '../model/resource.ts'
import type { Item, Place } from '../resources/resource.ts'
import type { ResourceKey } from '../vault/vault.ts'
import { isAgreed, missingDigest } from './agreement.ts'
import type { GroupItem } from './group.ts'
import type { BackupRun, Placed } from './run.ts'

export function makePlace(run: BackupRun, kind: Kind, parent: Placed | null): Place {
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

/** The nearest resource of the kind, the given one included. */
export function placedAbove(parent: Placed, kind: Kind): Placed {
  for (let one: Placed | null = parent; one !== null; one = one.above) if (one.kind === kind) return one
  throw new Error(`no ${kind} above ${parent.kind} ${parent.title}`)
}

/** What stands below it is walked from there. */
export function placedAs(
  run: BackupRun,
  key: ResourceKey,
  { resource, item }: GroupItem,
  above: Placed | null,
): Placed {
  const title = resource.label(item)
  const placed = { key, kind: resource.kind, id: resource.id(item), item, title, above }
  if (resource.parent === null || resource.parent === 'organization') run.placed.set(key, placed)
  return placed
}

function idsAbove(parent: Placed | null): Record<Kind, string> {
  const ids: Record<Kind, string> = {}
  for (let one = parent; one !== null; one = one.above) ids[one.kind] = one.id
  return ids
}

function storedItems(run: BackupRun, kind: Kind, parent: Placed | null): Item[] {
  const { vault, writer } = run
  if (writer.base === null) return []
  const items: Item[] = []
  for (const resource of vault.resources(writer.base, { kind, parent: parent?.key ?? null })) {
    const value = vault.readJson(resource)
    if (isItem(value)) items.push(value)
  }
  return items
}

export function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null
}
