import { type Fields, isFields, listOf, recordOf, textOf } from '../../model/fields.ts'
import { isKeptKind } from '../../model/kept-kind.ts'
import type { RestoreContext } from '../apply/session.ts'
import { type MapId, sameId } from '../match/ids.ts'
import { withoutExtra } from '../match/without-extra.ts'
import type { TargetProfile } from '../read/target-profile.ts'
import { type ItemOf, phases, restorer } from './restorer.ts'
import { hasSectionsSince, siteOf } from './site-parent.ts'

/** The order comes last: when all that is to be ordered is there. */
export const siteStructure = restorer({
  kind: 'site-structure',
  phase: phases.sites,
  lists: true,
  key: () => 'structure',
  implicit: () => 'structure',
  obstacle: (_item, { extended }) => (extended ? null : 'its site is not there'),
  settings: [
    {
      name: 'order',
      // What this plan makes anew comes to the end, wherever it was.
      awaits: true,
      phase: phases.siteOrder,
      fields: ({ json }, map) => orderOf(json.structure, map),
      compared: (there, wanted) => ({ order: levelsAmong(there.order, wanted.order) }),
      requests: 3,
      write: async ({ context, knowledge }, _target, { order }, item) =>
        sortLevels(context, siteOf(knowledge, item), order),
    },
  ],
  lost: [
    // Seen at the customizations themselves.
    { field: 'customized', why: 'derived' },
    { field: 'type', why: 'into-sections', when: hasSectionsSince },
    { field: 'structure', why: 'into-sections', when: hasSectionsSince },
    { field: 'structure', why: 'no-links-elsewhere', when: leadsElsewhere },
    {
      field: 'structure',
      why: 'custom-structure',
      when: ({ json }) => hasBranch(json.structure, ({ item }) => item !== undefined),
    },
  ],
})

/** Each of the links is named by itself: the order of the others cannot be the same. */
function leadsElsewhere({ json }: ItemOf<'site-structure'>, { service }: TargetProfile): boolean {
  return service !== 'newest' && hasBranch(json.structure, ({ object }) => object === 'site-external-link')
}

/** Items that are no kind of their own are kept whole: nothing makes them. */
function hasBranch(branches: unknown, is: (branch: Fields) => boolean): boolean {
  return listOf(branches)
    .filter(isFields)
    .some(branch => is(branch) || hasBranch(branch.children, is))
}

type Pointer = { type: string; id: string }

function orderOf(structure: unknown, map: MapId): Fields {
  const order = levelsOf(structure, map)
  return order.length === 0 ? {} : { order }
}

/** Each level that has an order, as its items; those that are not there are left out. */
function levelsOf(structure: unknown, map: MapId): Pointer[][] {
  const found: Pointer[][] = []
  const walk = (branches: unknown): void => {
    const level = listOf(branches).filter(isFields)
    const here = level.flatMap(({ object, id }) => {
      const mapped = isKeptKind(object) ? map(object, String(id)) : null
      return mapped === null ? [] : [{ type: String(object), id: mapped }]
    })
    if (here.length > 1) found.push(here)
    for (const { children } of level) walk(children)
  }
  walk(structure)
  return found
}

/** Of what is wanted alone: others may stand between. */
function levelsAmong(there: unknown, wanted: unknown): unknown[] {
  return listOf(withoutExtra(there, wanted)).filter(level => listOf(level).length > 1)
}

async function sortLevels(context: RestoreContext, site: string, levels: unknown): Promise<void> {
  const { platform, organization } = context
  const there = await platform.sites.structure(organization, site)
  const ordered = levelsAmong(levelsOf(treeOf(there.structure), sameId), levels)
  const now = new Set(ordered.map(level => JSON.stringify(level)))
  for (const level of listOf(levels)) {
    if (now.has(JSON.stringify(level))) continue
    const items = listOf(level).flatMap(entry => pointerOf(entry) ?? [])
    for (const [index, item] of items.entries()) {
      const before = items[index - 1]
      if (before === undefined) continue
      await platform.sites.sortStructure(organization, site, { item, position: { after: before } })
    }
  }
}

/** As the platform nests it: under whichever name. */
function treeOf(nodes: unknown): Fields[] {
  return listOf(nodes).flatMap(value => {
    const node = recordOf(value)
    if (node === null) return []
    const inner = [node.children, node.sections, node.siteSpaces].find(list => Array.isArray(list))
    return [{ object: node.object, id: node.id, children: treeOf(inner) }]
  })
}

function pointerOf(value: unknown): Pointer | null {
  const fields = recordOf(value)
  const [type, id] = [textOf(fields?.type), textOf(fields?.id)]
  return type === null || id === null ? null : { type, id }
}
