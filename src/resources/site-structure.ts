import type { Platform } from '../platform/client.ts'
import type {
  Customization,
  SiteExternalLink,
  SiteSection,
  SiteSectionGroup,
  SiteSpace,
} from '../platform/operations/site-shapes.ts'
import { ImplausibleAnswer } from './implausible-answer.ts'
import { type ReadContext, source } from './resource.ts'
import { assertShowsSpaces, type KnownSite } from './site.ts'
import { type Branch, fromLists, fromStructure, type SiteTree } from './site-tree.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'site-structure': Kept<WholeSite, 'type' | 'structure' | 'customized'>
  }
}

/** A site as a whole: what it is built of, in its order, and what it looks like. */
export interface WholeSite extends Record<string, unknown> {
  type: string
  structure: readonly Branch[]
  groups: readonly SiteSectionGroup[]
  sections: readonly SiteSection[]
  siteSpaces: readonly SiteSpace[]
  externalLinks: readonly SiteExternalLink[]
  /** Null where the service does not show them. */
  customizations: readonly SiteCustomization[] | null
}

/** Of the site itself (`siteSpace` null), or what it is together with the override of a site space. */
export interface SiteCustomization extends Record<string, unknown> {
  siteSpace: string | null
  customization: Customization
}

const getSiteStructure = 'getSiteStructure'

export const siteStructure = source<'site-structure', KnownSite>({
  kind: 'site-structure',
  parent: 'site',
  doc: 'What a site shows, in its order: groups, sections, spaces and links to elsewhere as ids.',
  api: '4.5',
  read: (platform, context) =>
    platform.capabilities.prefer(
      getSiteStructure,
      () => readWhole(platform, context),
      () => readLists(platform, context),
    ),
  token: () => null,
  tokenOf: () => null,
  everyRun: true,
  id: () => 'structure',
  label: () => 'structure',
  stored: ({ type, structure, customizations }) => ({
    type,
    structure,
    customized: (customizations ?? []).map(customization => customization.siteSpace ?? 'site'),
  }),
  volatile: ['**.urls', '**.permissions'],
  references: {},
  audit: null,
  restore: {
    fidelity: 'part',
    note: 'in a site that exists; the order where the service can sort',
  },
  bodies: (_platform, item) =>
    item.customizations
      ? []
      : [
          {
            name: 'customization',
            key: '',
            origin: { read: async () => ({ notOffered: getSiteStructure }) },
          },
        ],
})

/** One answer where the site is published for everybody; else structure, look, and the look of what overrides it. */
async function readWhole(platform: Platform, context: ReadContext<KnownSite>): Promise<WholeSite> {
  const { organization, parent } = context
  const open = parent.published === true && parent.visibility !== 'share-link'
  const published = open ? await platform.sites.published(organization.id, parent.id) : null
  const structure = published?.structure ?? (await platform.sites.structure(organization.id, parent.id))
  const tree = fromStructure(structure)
  assertShowsSpaces(parent, tree.siteSpaces.length)
  if (!published)
    return { ...tree, customizations: await readCustomizations(platform, context, tree.siteSpaces) }
  const { site, siteSpaces } = published.customizations
  const overrides = Object.entries(siteSpaces ?? {})
  return {
    ...tree,
    customizations: [
      { siteSpace: null, customization: site },
      ...overrides.map(([siteSpace, customization]) => ({ siteSpace, customization })),
    ],
  }
}

async function readCustomizations(
  platform: Platform,
  { organization, parent }: ReadContext<KnownSite>,
  siteSpaces: readonly SiteSpace[],
): Promise<SiteCustomization[]> {
  const own = await platform.sites.customization(organization.id, parent.id)
  const found: SiteCustomization[] = [{ siteSpace: null, customization: own }]
  for (const { id, hasAdvancedCustomizationFeature } of siteSpaces) {
    if (hasAdvancedCustomizationFeature !== true) continue
    const customization = await platform.siteSpaces.customization(organization.id, parent.id, id)
    if (customization.hasOverrides !== false) found.push({ siteSpace: id, customization })
  }
  return found
}

/** With document operations: sections embed their site spaces, so two lists are enough. */
async function readLists(platform: Platform, context: ReadContext<KnownSite>): Promise<WholeSite> {
  const { organization, parent } = context
  assertNothingLost(platform, context)
  const sections = await all(platform.siteSections.list(organization.id, parent.id))
  const tree =
    sections.length > 0
      ? fromLists(sections, await all(platform.siteSectionGroups.list(organization.id, parent.id)))
      : fromStructure({
          type: 'siteSpaces',
          structure: await all(platform.siteSpaces.list(organization.id, parent.id)),
        })
  assertSectionsAreThere(tree)
  return { ...tree, customizations: null }
}

function assertNothingLost(platform: Platform, context: ReadContext<KnownSite>): void {
  const hadLook = context
    .stored()
    .some(({ customized }) => Array.isArray(customized) && customized.length > 0)
  if (!hadLook || context.allowShrink) return
  throw new ImplausibleAnswer(
    platform.capabilities.absence(getSiteStructure) === 'refused' ? 'refused' : 'not-found',
    `${getSiteStructure} is not offered any more; its last state is kept`,
  )
}

function assertSectionsAreThere({ sections, siteSpaces, groups }: SiteTree): void {
  const there = new Set([...sections, ...groups].map(place => place.id))
  const named = [
    ...siteSpaces.map(siteSpace => siteSpace.section),
    ...sections.map(section => section.sectionGroup),
  ]
  const lost = named.find(id => typeof id === 'string' && !there.has(id))
  if (lost)
    throw new ImplausibleAnswer('invalid', `the site names a section or group ${lost} that it does not list`)
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}
