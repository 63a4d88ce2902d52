/**
 * Passes over the parts of an answer that are byte for byte what the base has, with the bodies that the vault has under
 * the same keys: whatever the rules of comparing, they did not change. Everything else is left to `storeItem`, which
 * would say the same of these and costs twenty times as much.
 */
import { giveWay } from '../model/give-way.ts'
import type { ContainedResource, Item, ReadContext } from '../resources/resource.ts'
import type { KnownBodies, ResourceKey, SnapshotWriter } from '../vault/vault.ts'
import { BudgetExhausted } from './budget.ts'
import { collect } from './collect.ts'
import { type ChangedItems, isAnyUnder } from './group.ts'
import type { OpenScope } from './open-scope.ts'
import { nearestAbove, type ParentNode } from './parent-node.ts'
import type { BackupSession } from './session.ts'

/** Items between two turns of others. */
const AT_A_TIME = 64

/** Of scopes that were gathered. */
export function passingOver(
  session: BackupSession,
  parent: ParentNode,
  scopes: readonly OpenScope[],
): ChangedItems | undefined {
  const { writer, resources } = session.context
  if (writer.base === null) return undefined
  const bodies = makeBodiesUnder(writer)
  return (resource, items, readContext) => {
    const scope = scopes.find(open => open.resource === resource)
    // What others stand below is needed as their parent; what is observed may say more than is stored.
    if (!scope || resource.observe || isAnyUnder(resources, resource.kind)) return items
    const owner = nearestAbove(parent, resource.bodiesUnder ?? parent.kind).key
    return changedOf(session, { resource, scope, readContext, bodies: () => bodies(owner) }, items)
  }
}

/** Each read once for all parts of an answer. */
function makeBodiesUnder(writer: SnapshotWriter): (owner: ResourceKey) => Promise<KnownBodies | null> {
  const known = new Map<ResourceKey, Promise<KnownBodies | null>>()
  return owner => {
    const found = known.get(owner) ?? writer.bodiesUnder(owner)
    known.set(owner, found)
    return found
  }
}

interface Part {
  resource: ContainedResource
  scope: OpenScope
  readContext: ReadContext
  bodies(): Promise<KnownBodies | null>
}

async function* changedOf(
  { context, knowledge }: BackupSession,
  part: Part,
  items: Iterable<Item>,
): AsyncGenerator<Item> {
  const { resource, scope, bodies } = part
  let known: KnownBodies | null = null
  let count = 0
  for (const item of items) {
    if (count === 0 && resource.bodies) known = await bodies()
    if (count++ % AT_A_TIME === 0) await takeTurn(context)
    if (!isEqual(context, part, item, known)) {
      yield item
      continue
    }
    collect(knowledge, resource, item)
    scope.count++
    context.report({ type: 'expect', count: 1 })
    context.report({ type: 'done', kind: resource.kind })
  }
}

async function takeTurn({ signal, budget }: BackupSession['context']): Promise<void> {
  await giveWay()
  signal?.throwIfAborted()
  const exhausted = budget.exhausted()
  if (exhausted !== null) throw new BudgetExhausted(exhausted)
}

function isEqual(
  { platform }: BackupSession['context'],
  { resource, scope, readContext }: Part,
  item: Item,
  known: KnownBodies | null,
): boolean {
  const parts = []
  for (const { name, key, origin } of resource.bodies?.(platform, item, readContext) ?? []) {
    const content = 'url' in origin ? undefined : known?.({ name, key })
    if (content === undefined) return false
    parts.push({ name, content })
  }
  // As it came: what signatures are taken out of is compared in full.
  const json = () => JSON.stringify(resource.stored?.(item) ?? item)
  return scope.writer.keepEqual({ id: resource.id(item), parts, json })
}
