/** Links to elsewhere in the navigation of a site. Their place in it is set with the order of the site. */

import { type Fields, listOf, recordOf, textOf } from '../../model/fields.ts'
import type { RestoreSession } from '../apply/session.ts'
import type { StateItem } from '../state.ts'
import { type Above, type ItemOf, type Made, phases, restorer } from './restorer.ts'
import { siteOf } from './site-parent.ts'
import { groupOf, isGroupGone } from './site-section-group.ts'

const KIND = 'site-external-link'

export const siteExternalLink = restorer({
  kind: KIND,
  phase: phases.siteGroups,
  key: ({ json }) => textOf(json.title),
  obstacle: (_item, { service }) =>
    service === 'newest' ? null : 'this service has no links to elsewhere in the navigation of a site',
  create: async ({ context, knowledge }, item) => {
    const { title, url, sectionGroup, draft } = item.json
    const group = textOf(sectionGroup)
    const parent = group === null ? null : knowledge.map('site-section-group', group)
    const made = await context.platform.siteExternalLinks.create(
      context.organization,
      siteOf(knowledge, item),
      {
        title: textOf(title) ?? '',
        url: textOf(url) ?? '',
        // Nobody sees it for a moment who is not to see it.
        condition: textOf(item.json.condition),
        draft: draft === true,
        ...(parent === null ? {} : { parent }),
      },
    )
    return { id: made.id, json: made }
  },
  find: findMade,
  settings: [
    {
      name: 'title, address and condition',
      phase: phases.siteGroups,
      fields: ({ json }) => ({
        title: json.title,
        url: json.url,
        condition: json.condition ?? null,
        icon: json.icon ?? null,
        description: json.description ?? null,
        draft: json.draft === true,
        localizedTitle: json.localizedTitle ?? null,
        localizedDescription: json.localizedDescription ?? null,
      }),
      write: (session, target, fields, item) => change(session, target, fields, item),
    },
    {
      name: 'group',
      into: ({ json }) => inGroup(json),
      phase: phases.siteGroups,
      fields: ({ json }, map) => groupOf(json, map),
      standard: { group: null },
      write: (session, target, { group }, item) => change(session, target, { parent: textOf(group) }, item),
    },
  ],
  remove: ({ context: { platform, organization } }, { id, parent }) =>
    platform.siteExternalLinks.delete(organization, parent?.id ?? '', id),
  lost: [
    { field: 'id', why: 'new-one' },
    { field: 'sectionGroup', why: 'absent-group', when: isGroupGone },
  ],
})

async function change(
  { context, knowledge }: RestoreSession,
  link: string,
  fields: Fields,
  item: StateItem,
): Promise<void> {
  await context.platform.siteExternalLinks.update(context.organization, siteOf(knowledge, item), link, fields)
}

function inGroup({ sectionGroup }: ItemOf<'site-external-link'>['json']): Above | null {
  const id = textOf(sectionGroup)
  return id === null ? null : { kind: 'site-section-group', noun: 'group', id, field: 'sectionGroup' }
}

/** No operation lists them: they stand in the structure of the site. */
async function findMade({ context, knowledge }: RestoreSession, item: StateItem): Promise<Made | null> {
  const { platform, organization } = context
  const { before, ids } = knowledge
  const site = siteOf(knowledge, item)
  const { structure } = await platform.sites.structure(organization, site)
  for (const link of linksIn(structure)) {
    const id = textOf(link.id)
    if (id === null || before.byId(KIND, id) !== undefined || ids.isTarget(KIND, site, id)) continue
    if (link.title === item.json.title && link.url === item.json.url) return { id, json: link }
  }
  return null
}

function linksIn(nodes: unknown): Fields[] {
  return listOf(nodes).flatMap(value => {
    const node = recordOf(value)
    if (node === null) return []
    return node.object === KIND ? [node] : linksIn(node.children)
  })
}
