/**
 * What a declaration is told about where it reads: its parent, everything above, and what the run knows by then.
 */
import { isFields } from '../model/fields.ts'
import type { Item, ReadContext, Resource } from '../resources/resource.ts'
import { isAgreed, missingDigest } from './agreement.ts'
import type { BackupContext } from './context.ts'
import type { BackupKnowledge } from './knowledge.ts'
import { idsAbove, type ParentNode } from './parent-node.ts'

export function makeReadContext(
  context: BackupContext,
  knowledge: BackupKnowledge,
  resource: Resource,
  parent: ParentNode | null,
): ReadContext {
  const { organization, settings, writer } = context
  const { kind } = resource
  const agrees = async (missing: string) =>
    parent !== null && isAgreed(context, knowledge, { resource, parent }, missing)
  return {
    organization,
    parent: parent?.item ?? organization,
    ids: idsAbove(parent),
    notes: knowledge.notes,
    formats: settings.formats,
    rereadFrozen: context.rereadFrozen,
    knownSites: settings.knownSites,
    shared: knowledge.shared,
    stored: () => storedItems(context, resource, parent),
    position: () => writer.lastRead(parent?.key ?? null, kind)?.token ?? null,
    allowShrink: settings.shrinkGuardPercent === 0,
    isAgreed: missing => agrees(missingDigest(missing)),
    collected: () => [...(knowledge.collected.get(kind)?.values() ?? [])],
  }
}

function storedItems(
  { vault, writer }: BackupContext,
  { kind }: Resource,
  parent: ParentNode | null,
): Item[] {
  if (writer.base === null) return []
  const items: Item[] = []
  for (const resource of vault.resources(writer.base, { kind, parent: parent?.key ?? null })) {
    const value = vault.readJson(resource)
    if (isFields(value)) items.push(value)
  }
  return items
}
