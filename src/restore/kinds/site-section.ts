import { type Fields, textOf } from '../../model/fields.ts'
import type { MapId } from '../match/ids.ts'
import type { StateItem } from '../state.ts'
import { phases, restorer } from './restorer.ts'
import { draftFieldsOf, draftOf, lostInOlder, OF_SECTIONS } from './site-drafts.ts'
import { isNotDefault, parentOf, shownSpace, siteOf } from './site-parent.ts'
import { groupOf, isGroupGone, putInGroup } from './site-section-group.ts'

/** Of a section: made with the space that it shows first. */
export const siteSection = restorer({
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
    for await (const section of context.platform.siteSections.list(
      context.organization,
      siteOf(knowledge, item),
    )) {
      const taken = knowledge.ids.isTarget('site-section', siteOf(knowledge, item), section.id)
      const before = knowledge.before.byId('site-section', section.id) !== undefined
      if (section.title === item.json.title && !taken && !before) return { id: section.id, json: section }
    }
    return null
  },
  settings: [
    {
      name: 'title, path and condition',
      phase: phases.siteSections,
      known: OF_SECTIONS,
      fields: item => ({
        title: item.json.title,
        path: item.json.path,
        condition: item.json.condition ?? null,
        icon: item.json.icon ?? null,
        description: item.json.description ?? null,
        ...draftFieldsOf(item),
        ...('draft' in item.json ? { localizedDescription: item.json.localizedDescription ?? {} } : {}),
      }),
      write: async ({ context: { platform, organization }, knowledge }, target, fields: Fields, item) => {
        await platform.siteSections.update(organization, siteOf(knowledge, item), target, fields)
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
  emptied: { localizedTitle: {}, localizedDescription: {} },
  remove: ({ context: { platform, organization } }, { id, parent }) =>
    platform.siteSections.delete(organization, parent?.id ?? '', id),
  lost: [
    { field: 'id', why: 'new-one' },
    { field: 'sectionGroup', why: 'absent-group', when: isGroupGone },
    { field: 'default', why: 'first-is-default', when: isNotDefault },
    ...lostInOlder(OF_SECTIONS),
  ],
})

/** The default one of the section, else the first that is there. */
function firstSpace(siteSpaces: readonly StateItem[], section: StateItem, map: MapId): string | null {
  const own = siteSpaces.filter(({ json }) => json.section === section.id)
  for (const { json } of own) {
    const space = map('space', shownSpace(json))
    if (space !== null) return space
  }
  return null
}
