import type { Platform } from '../platform/client.ts'
import type { Organization } from '../platform/operations/organizations.ts'
import type { Site } from '../platform/operations/site-shapes.ts'
import { doing, OF_SITE, setting } from './causing-actions.ts'
import { PUBLISHED } from './controls.ts'
import type { Published } from './field-path.ts'
import { ImplausibleAnswer } from './implausible-answer.ts'
import { type Item, listed, type ReadContext } from './resource.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    site: Kept<KnownSite, Published<'Site'>>
  }
}

/** Without the extensions only the id is known: its structure and share links can be read all the same. */
export type KnownSite = Partial<Site> & { id: string }

const listSites = 'listSites'

export const site = listed<'site', Organization>({
  kind: 'site',
  parent: 'organization',
  doc: 'A published documentation site: who may see it, and under which address.',
  api: '4.7',
  list: (platform, context) =>
    platform.capabilities.preferList<KnownSite>(
      listSites,
      () => platform.sites.list(context.parent.id),
      () => sitesWithoutList(platform, context),
    ),
  absence: {
    isGone: async (platform, { id }, { parent }) =>
      // Without the list, what is missing was asked for while listing.
      !platform.capabilities.offers(listSites) || (await platform.sites.find(parent.id, id)) === null,
  },
  id: item => item.id,
  label: item => item.title ?? item.id,
  volatile: [
    '**.urls',
    '**.permissions',
    'siteSpaces',
    'ads',
    'features',
    'lastScanAt',
    'gitSync.updatedAt',
    'gitSync.operation',
  ],
  defaults: { defaultLevel: 'inherit', agentsContext: 'included' },
  addresses: ['icon.icon.*'],
  pictures: ['icon.icon.*'],
  references: {},
  audit: {
    added: 'low',
    removed: 'high',
    fields: {
      visibility: 'critical',
      published: 'critical',
      proxy: 'high',
      hostname: 'high',
      basename: 'medium',
      defaultLevel: 'medium',
      adaptiveContent: 'medium',
      agentsContext: 'medium',
      gitSync: 'medium',
      title: 'info',
    },
    controls: PUBLISHED,
  },
  causes: {
    added: doing('createSite'),
    modified: [...doing('updateSiteById'), ...setting('published', 'publishSite unpublishSite')],
    removed: OF_SITE,
  },
  restore: {
    fidelity: 'part',
    note: 'created with title, visibility and address, if the service has sites; publishing may ask for payment; a new id, no hostname',
  },
  bodies: platform =>
    platform.capabilities.offers(listSites)
      ? []
      : [{ name: 'settings', key: '', origin: { read: async () => ({ notOffered: listSites }) } }],
})

/** Those that are named somewhere, as they were last seen; and those that were named once and still answer. */
async function* sitesWithoutList(
  platform: Platform,
  { parent, knownSites, stored }: ReadContext<Organization>,
): AsyncGenerator<KnownSite> {
  const before = new Map(stored().flatMap(item => (hasId(item) ? [[item.id, item] as const] : [])))
  const named = new Set([...idOfDefaultSite(parent), ...knownSites])
  for (const id of named) yield before.get(id) ?? { object: 'site', id }
  for (const [id, item] of before)
    if (!named.has(id) && (await platform.siteSections.isThere(parent.id, id))) yield item
}

function hasId(item: Item): item is KnownSite {
  return typeof item.id === 'string'
}

function idOfDefaultSite({ defaultContent }: Organization): string[] {
  return typeof defaultContent?.site === 'string' ? [defaultContent.site] : []
}

/** What a list or a structure says against what the site says of itself. */
export function assertShowsSpaces(parent: KnownSite, count: number): void {
  const announced = parent.siteSpaces ?? 0
  if (announced > 0 && count === 0)
    throw new ImplausibleAnswer('invalid', `the site shows ${announced} spaces, its structure none`)
}
