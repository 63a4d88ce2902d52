/** Groups of sections, and which of them a section is in. */

import { type Fields, textOf } from '../../model/fields.ts'
import type { RestoreContext, RestoreSession } from '../apply/session.ts'
import type { MapId } from '../match/ids.ts'
import type { TargetProfile } from '../read/target-profile.ts'
import type { StateItem } from '../state.ts'
import { NEWEST } from './known-fields.ts'
import { type ItemOf, phases, restorer } from './restorer.ts'
import { draftFieldsOf, draftOf, lostInOlder, OF_GROUPS } from './site-drafts.ts'
import { parentOf, siteOf } from './site-parent.ts'

export const siteSectionGroup = restorer({
  kind: 'site-section-group',
  phase: phases.siteGroups,
  key: ({ json }) => textOf(json.title),
  create: async ({ context, knowledge }, item) => {
    const { source, map } = knowledge
    const members = source
      .list('site-section', parentOf(item))
      .filter(section => section.json.sectionGroup === item.id)
    const above = textOf(item.json.sectionGroup)
    const parent = above === null ? null : map('site-section-group', above)
    const made = await context.platform.siteSectionGroups.create(
      context.organization,
      siteOf(knowledge, item),
      {
        title: textOf(item.json.title) ?? '',
        icon: textOf(item.json.icon),
        ...draftOf(knowledge, item),
        sections: members.flatMap(section => map('site-section', section.id) ?? []),
        ...(parent === null ? {} : { parent }),
      },
    )
    return { id: made.id, json: made }
  },
  find: async ({ context, knowledge }, item) => {
    for await (const group of context.platform.siteSectionGroups.list(
      context.organization,
      siteOf(knowledge, item),
    )) {
      const before = knowledge.before.byId('site-section-group', group.id) !== undefined
      if (group.title === item.json.title && !before) return { id: group.id, json: group }
    }
    return null
  },
  settings: [
    {
      name: 'title and icon',
      phase: phases.siteGroups,
      known: OF_GROUPS,
      fields: item => ({ title: item.json.title, icon: item.json.icon ?? null, ...draftFieldsOf(item) }),
      write: async ({ context, knowledge }, target, { title, icon, ...more }: Fields, item) => {
        const change = { title: String(title), icon: textOf(icon), ...more }
        await context.platform.siteSectionGroups.update(
          context.organization,
          siteOf(knowledge, item),
          target,
          change,
        )
      },
    },
    {
      name: 'group',
      phase: phases.siteGroups,
      known: { group: NEWEST },
      fields: ({ json }, map) => groupOf(json, map),
      standard: { group: null },
      write: async ({ context: { platform, organization }, knowledge }, target, { group }, item) => {
        const change = { parentSectionGroupId: textOf(group) }
        await platform.siteSectionGroups.update(organization, siteOf(knowledge, item), target, change)
      },
    },
  ],
  emptied: { localizedTitle: {} },
  remove: ({ context: { platform, organization } }, { id, parent }) =>
    platform.siteSectionGroups.delete(organization, parent?.id ?? '', id),
  lost: [{ field: 'id', why: 'new-one' }, ...lostInOlder(OF_GROUPS)],
})

/** Where its group is not there, it stays where it is. */
export function groupOf(
  { sectionGroup }: ItemOf<'site-section' | 'site-section-group' | 'site-external-link'>['json'],
  map: MapId,
): Fields {
  const group = textOf(sectionGroup)
  if (group === null) return { group: null }
  const mapped = map('site-section-group', group)
  return mapped === null ? {} : { group: mapped }
}

/** Newer services say the group of a section with the section. */
export async function putInGroup(
  { context, knowledge }: RestoreSession,
  section: string,
  group: string | null,
  item: StateItem,
): Promise<void> {
  const { platform, organization } = context
  const site = siteOf(knowledge, item)
  const above = await groupAbove(context, site, section)
  if (above === group) return
  const name = group === null ? 'removeSectionFromGroup' : 'addSectionToGroup'
  await platform.capabilities.prefer(
    name,
    async () => {
      if (group !== null) await platform.siteSectionGroups.addSection(organization, site, group, section)
      else await platform.siteSectionGroups.removeSection(organization, site, above ?? '', section)
    },
    async () => {
      await platform.siteSections.update(organization, site, section, { siteSectionGroupId: group })
    },
  )
}

async function groupAbove({ platform, organization }: RestoreContext, site: string, section: string) {
  for await (const siteSection of platform.siteSections.list(organization, site))
    if (siteSection.id === section) return siteSection.sectionGroup ?? null
  return null
}

export function isGroupGone(
  { json }: ItemOf<'site-section' | 'site-external-link'>,
  { map }: TargetProfile,
): boolean {
  const group = textOf(json.sectionGroup)
  return group !== null && map('site-section-group', group) === null
}
