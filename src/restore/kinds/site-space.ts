import { type Fields, textOf } from '../../model/fields.ts'
import type { RestoreSession } from '../apply/session.ts'
import type { MapId } from '../match/ids.ts'
import type { TargetProfile } from '../read/target-profile.ts'
import { NEWEST, NOT_NEWEST, onlyOf } from './known-fields.ts'
import { type ItemOf, type Made, phases, restorer } from './restorer.ts'
import { draftOf, lostInOlder, OF_SITE_SPACES } from './site-drafts.ts'
import { hasSectionsSince, isNotDefault, shownSpace, siteOf } from './site-parent.ts'

/** A section brings its first one with it. */
export const siteSpace = restorer({
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
    return map('space', shownSpace(json)) === null ? 'the space is not there' : null
  },
  create: async (session, item) => (await ofSection(session, item)) ?? (await addSpace(session, item)),
  find: (session, item) => ofSection(session, item),
  settings: [
    {
      name: 'space',
      phase: phases.siteSpaces,
      fields: ({ json }, map) => {
        const space = map('space', shownSpace(json))
        return space === null ? {} : { space }
      },
      write: async ({ context: { platform, organization }, knowledge }, target, { space }, item) => {
        const change = { spaceId: String(space) }
        await platform.siteSpaces.update(organization, siteOf(knowledge, item), target, change)
      },
    },
    {
      name: 'path and condition',
      phase: phases.siteSpaces,
      known: { ...OF_SITE_SPACES, pageId: NEWEST },
      fields: ({ json }, map) => ({
        path: json.path,
        condition: json.condition ?? null,
        ...('draft' in json
          ? { draft: json.draft, hidden: json.hidden === true, ...shownPage(json, map) }
          : {}),
      }),
      write: async ({ context, knowledge }, target, { path, condition, ...rest }: Fields, item) => {
        const change = { path: String(path), condition: textOf(condition), ...rest }
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
  emptied: { hidden: false },
  remove: ({ context: { platform, organization } }, { id, parent }) =>
    platform.siteSpaces.delete(organization, parent?.id ?? '', id),
  lost: [
    { field: 'id', why: 'new-one' },
    { field: 'title', why: 'title-of-space', when: hasOwnTitle },
    { field: 'default', why: 'first-is-default', when: isNotDefault },
    { field: 'hasAdvancedCustomizationFeature', why: 'plan-decides' },
    { field: 'localizedTitle', why: 'not-set' },
    { field: 'section', why: 'into-sections', when: hasSectionsSince },
    { field: 'pageId', why: 'absent-page', when: isPageGone },
    { field: 'pageId', why: 'whole-spaces-in-older', when: onlyOf(NOT_NEWEST) },
    ...lostInOlder(OF_SITE_SPACES),
  ],
})

async function ofSection(
  { context, knowledge }: RestoreSession,
  item: ItemOf<'site-space'>,
): Promise<Made | null> {
  const { platform, organization } = context
  const { ids, before } = knowledge
  const section = textOf(item.json.section)
  const above = section === null ? null : knowledge.need('site-section', section)
  const space = knowledge.need('space', shownSpace(item.json))
  const site = siteOf(knowledge, item)
  for await (const candidate of platform.siteSpaces.list(organization, site)) {
    const fits = (candidate.section ?? null) === above && candidate.space?.id === space
    const free =
      !ids.isTarget('site-space', site, candidate.id) && before.byId('site-space', candidate.id) === undefined
    if (fits && free) return { id: candidate.id, json: candidate }
  }
  return null
}

async function addSpace({ context, knowledge }: RestoreSession, item: ItemOf<'site-space'>): Promise<Made> {
  const section = textOf(item.json.section)
  const made = await context.platform.siteSpaces.create(context.organization, siteOf(knowledge, item), {
    spaceId: knowledge.need('space', shownSpace(item.json)),
    ...(section === null ? {} : { sectionId: knowledge.need('site-section', section) }),
    ...draftOf(knowledge, item),
  })
  return { id: made.id, json: made }
}

function isPageGone({ json }: ItemOf<'site-space'>, { map }: TargetProfile): boolean {
  const page = textOf(json.pageId)
  return page !== null && map('page', page) === null
}

/** Where only one page of the space is shown; null: all of it. */
function shownPage({ pageId }: ItemOf<'site-space'>['json'], map: MapId): Fields {
  const page = textOf(pageId)
  return { pageId: page === null ? null : map('page', page) }
}

function hasOwnTitle({ json }: ItemOf<'site-space'>, { source }: TargetProfile): boolean {
  return json.title !== source.byId('space', shownSpace(json))?.json.title
}
