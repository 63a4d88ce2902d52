import type { Collection } from '../platform/operations/collections.ts'
import { ImplausibleAnswer } from './implausible-answer.ts'
import { type Item, listed, type ReadContext } from './resource.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'collection-order': Kept<Order, 'spaces'>
  }
}

interface Order extends Item {
  spaces: readonly string[]
}

/** Spaces name their collection themselves; only their order has to be asked for. */
export const collectionOrder = listed<'collection-order', Collection>({
  kind: 'collection-order',
  parent: 'collection',
  doc: 'The order of the spaces in a collection, as ids.',
  api: '4.3',
  async *list(platform, context) {
    const spaces: string[] = []
    for await (const space of platform.collections.listSpaces(context.parent.id)) spaces.push(space.id)
    await assertNotEmptied(context, spaces)
    yield { spaces }
  },
  absence: 'agreed',
  id: () => 'order',
  label: () => 'order',
  volatile: [],
  references: { space: 'spaces.*' },
  audit: null,
  restore: { fidelity: 'full', note: 'by moving each space behind the one before it' },
})

/** Nothing tells an emptied collection from an answer that lost its items. */
async function assertNotEmptied(context: ReadContext<Collection>, spaces: readonly string[]): Promise<void> {
  const { allowShrink, stored } = context
  if (allowShrink || spaces.length > 0) return
  const before = stored().flatMap(order => (Array.isArray(order.spaces) ? order.spaces : [])).length
  if (before === 0 || (await context.isAgreed([]))) return
  throw new ImplausibleAnswer(
    'shrunken',
    `no spaces where there were ${before}; if that is right, run once with --allow-shrink`,
  )
}
