import { type Fields, isFields, listOf, recordOf, textOf } from '../../model/fields.ts'
import { isKeptKind } from '../../model/kept-kind.ts'
import type { RestoreContext, RestoreSession } from '../apply/session.ts'
import { type MapId, sameId } from '../match/ids.ts'
import type { TargetProfile } from '../read/target-profile.ts'
import type { StateItem } from '../state.ts'
import { knownTo, NEWEST, NOT_NEWEST, onlyOf, thereOf } from './known-fields.ts'
import { type Made, phases, type Restorer } from './restorer.ts'
import { draftOf, lostInOlder, OF_SECTIONS, OF_SITE_SPACES } from './site-drafts.ts'
import { parentOf, siteOf } from './site-parent.ts'
import { groupOf, isGroupGone, putInGroup } from './site-section-group.ts'

/** The order comes last: when all that is to be ordered is there. */
export const siteStructure: Restorer = {
  kind: 'site-structure',
  phase: phases.sites,
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
      requests: 3,
      write: async ({ context, knowledge }, _target, { order }, item) =>
        sortLevels(context, siteOf(knowledge, item), order),
    },
  ],
  lost: [
    // Seen at the customizations themselves.
    { field: 'customized', why: 'derived' },
    { field: 'structure', why: 'no-links-elsewhere', when: leadsElsewhere },
    {
      field: 'structure',
      why: 'custom-structure',
      when: ({ json }) => hasBranch(json.structure, ({ item }) => item !== undefined),
    },
  ],
}

/** Each of the links is named by itself: the order of the others cannot be the same. */
function leadsElsewhere({ json }: StateItem, { service }: TargetProfile): boolean {
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

async function sortLevels(context: RestoreContext, site: string, levels: unknown): Promise<void> {
  const { platform, organization } = context
  const there = await platform.sites.structure(organization, site)
  const now = new Set(levelsOf(treeOf(there.structure), sameId).map(level => JSON.stringify(level)))
  for (const level of listOf(levels)) {
    if (now.has(JSON.stringify(level))) continue
    const items = listOf(level).flatMap(one => pointerOf(one) ?? [])
    for (const [index, item] of items.entries()) {
      const before = items[index - 1]
      if (before === undefined) continue
      await platform.sites.sortStructure(organization, site, { item, position: { after: before } })
    }
  }
}

/** As the platform nests it: under whichever name. */
function treeOf(nodes: unknown): Fields[] {
  return listOf(nodes).flatMap(one => {
    const node = recordOf(one)
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

/** Of a section: made with the space that it shows first. */
export const siteSection: Restorer = {
  kind: 'site-section',
  phase: phases.siteSections,
  key: ({ json }) => textOf(json.path),
  obstacle: (item, { source, map }) =>
    firstSpace(source.list('site-space', parentOf(item)), item, map) === null
      ? 'none of the spaces that it shows is there'
      : null,
  create: async ({ context, knowledge }, item) => {
    const spaceId = firstSpace(knowledge.source.list('site-space', parentOf(item)), item, knowledge.map)
    if (spaceId === null) throw new Error('none of the spaces that it shows is there')
    const made = await context.platform.siteSections.create(context.organization, siteOf(knowledge, item), {
      spaceId,
      title: textOf(item.json.title),
      icon: textOf(item.json.icon),
      ...draftOf(knowledge, item),
    })
    return { id: made.id, json: made }
  },
  find: async ({ context, knowledge }, item) => {
    for await (const one of context.platform.siteSections.list(
      context.organization,
      siteOf(knowledge, item),
    )) {
      const taken = knowledge.ids.isTarget('site-section', siteOf(knowledge, item), one.id)
      const before = knowledge.before.byId('site-section', one.id) !== undefined
      if (one.title === item.json.title && !taken && !before) return { id: one.id, json: one }
    }
    return null
  },
  settings: [
    {
      name: 'title, path and condition',
      phase: phases.siteSections,
      fields: ({ json }) => ({
        title: json.title,
        path: json.path,
        condition: json.condition ?? null,
        icon: json.icon ?? null,
        description: json.description ?? null,
        ...thereOf(json, OF_SECTIONS),
      }),
      write: async ({ context, knowledge }, target, fields, item) => {
        const change = knownTo(knowledge.profile.service, fields, OF_SECTIONS)
        await context.platform.siteSections.update(
          context.organization,
          siteOf(knowledge, item),
          target,
          change,
        )
      },
    },
    {
      // A group that is made takes its sections in.
      name: 'group',
      phase: phases.siteGroups,
      fields: ({ json }, map) => groupOf(json, map),
      standard: { group: null },
      requests: 2,
      write: (session, target, { group }, item) => putInGroup(session, target, textOf(group), item),
    },
    {
      name: 'place as the default section',
      phase: phases.siteDefaults,
      fields: ({ json }) => (json.default === true ? { default: true } : {}),
      standard: {},
      write: async ({ context, knowledge }, target, _fields, item) => {
        const change = { defaultSiteSection: target }
        await context.platform.sites.update(context.organization, siteOf(knowledge, item), change)
      },
    },
  ],
  remove: ({ context: { platform, organization } }, { id, parent }) =>
    platform.siteSections.delete(organization, parent?.id ?? '', id),
  lost: [
    { field: 'id', why: 'new-one' },
    { field: 'sectionGroup', why: 'absent-group', when: isGroupGone },
    { field: 'default', why: 'first-is-default', when: isNotDefault },
    ...lostInOlder(OF_SECTIONS),
  ],
}

/** Another one may be it, where the snapshot names none. */
function isNotDefault({ json }: StateItem): boolean {
  return json.default !== true
}

function hasOwnTitle({ json }: StateItem, { source }: TargetProfile): boolean {
  return json.title !== source.byId('space', spaceIdOf(json))?.json.title
}

/** A section brings its first one with it. */
export const siteSpace: Restorer = {
  kind: 'site-space',
  phase: phases.siteSpaces,
  key: ({ json }, map) => {
    const section = textOf(json.section)
    const above = section === null ? '' : map('site-section', section)
    return above === null ? null : `${above}/${String(json.path)}`
  },
  obstacle: ({ json }, { map }) => {
    const section = textOf(json.section)
    if (section !== null && map('site-section', section) === null) return 'its section is not there'
    return map('space', spaceIdOf(json)) === null ? 'the space is not there' : null
  },
  create: async (session, item) => (await ofSection(session, item)) ?? (await addSpace(session, item)),
  find: (session, item) => ofSection(session, item),
  settings: [
    {
      name: 'path and condition',
      phase: phases.siteSpaces,
      fields: ({ json }, map) => ({
        path: json.path,
        condition: json.condition ?? null,
        ...thereOf(json, OF_SITE_SPACES),
        ...shownPage(json, map),
      }),
      write: async ({ context, knowledge }, target, { path, condition, ...rest }, item) => {
        const change = {
          path: String(path),
          condition: textOf(condition),
          ...knownTo(knowledge.profile.service, rest, { ...OF_SITE_SPACES, pageId: NEWEST }),
        }
        await context.platform.siteSpaces.update(
          context.organization,
          siteOf(knowledge, item),
          target,
          change,
        )
      },
    },
    {
      name: 'place as the default space',
      phase: phases.siteDefaults,
      fields: ({ json }) => (json.default === true ? { default: true } : {}),
      standard: {},
      write: async ({ context, knowledge }, target, _fields, item) => {
        const change = { defaultSiteSpace: target }
        await context.platform.sites.update(context.organization, siteOf(knowledge, item), change)
      },
    },
  ],
  remove: ({ context: { platform, organization } }, { id, parent }) =>
    platform.siteSpaces.delete(organization, parent?.id ?? '', id),
  lost: [
    { field: 'id', why: 'new-one' },
    { field: 'title', why: 'title-of-space', when: hasOwnTitle },
    { field: 'default', why: 'first-is-default', when: isNotDefault },
    { field: 'hasAdvancedCustomizationFeature', why: 'plan-decides' },
    { field: 'localizedTitle', why: 'not-set' },
    { field: 'pageId', why: 'absent-page', when: isPageGone },
    { field: 'pageId', why: 'whole-spaces-in-older', when: onlyOf(NOT_NEWEST) },
    ...lostInOlder(OF_SITE_SPACES),
  ],
}

async function ofSection({ context, knowledge }: RestoreSession, item: StateItem): Promise<Made | null> {
  const { platform, organization } = context
  const { ids, before } = knowledge
  const section = textOf(item.json.section)
  const above = section === null ? null : knowledge.need('site-section', section)
  const space = knowledge.need('space', spaceIdOf(item.json))
  const site = siteOf(knowledge, item)
  for await (const one of platform.siteSpaces.list(organization, site)) {
    const fits = (one.section ?? null) === above && one.space?.id === space
    const free = !ids.isTarget('site-space', site, one.id) && before.byId('site-space', one.id) === undefined
    if (fits && free) return { id: one.id, json: one }
  }
  return null
}

async function addSpace({ context, knowledge }: RestoreSession, item: StateItem): Promise<Made> {
  const section = textOf(item.json.section)
  const made = await context.platform.siteSpaces.create(context.organization, siteOf(knowledge, item), {
    spaceId: knowledge.need('space', spaceIdOf(item.json)),
    ...(section === null ? {} : { sectionId: knowledge.need('site-section', section) }),
    ...draftOf(knowledge, item),
  })
  return { id: made.id, json: made }
}

function isPageGone({ json }: StateItem, { map }: TargetProfile): boolean {
  const page = textOf(json.pageId)
  return page !== null && map('page', page) === null
}

/** Where only one page of the space is shown. */
function shownPage({ pageId }: Fields, map: MapId): Fields {
  const page = textOf(pageId)
  return page === null ? {} : { pageId: map('page', page) }
}

/** The default one of the section, else the first that is there. */
function firstSpace(siteSpaces: readonly StateItem[], section: StateItem, map: MapId): string | null {
  const own = siteSpaces.filter(({ json }) => json.section === section.id)
  for (const { json } of own) {
    const space = map('space', spaceIdOf(json))
    if (space !== null) return space
  }
  return null
}

function spaceIdOf({ space }: Fields): string {
  return textOf(recordOf(space)?.id) ?? textOf(space) ?? ''
}
