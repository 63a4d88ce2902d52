/**
 * Sites of the generated company: in turn with sections and with plain site spaces, published in different ways.
 */
import { addMcpServer } from '../state/mcp-server.ts'
import { pictureUrl } from '../state/picture.ts'
import type { OrganizationState } from '../state/records/organization.ts'
import { SITE_VISIBILITIES, type SiteState } from '../state/records/site.ts'
import type { SpaceState } from '../state/records/space.ts'
import { addShareLink } from '../state/share-link.ts'
import { addSite } from '../state/site.ts'
import { liveSiteSpaces } from '../state/site-items.ts'
import { addRedirect } from '../state/site-redirect.ts'
import { addGroup, addSection, addSiteSpace, putInGroup } from '../state/site-structure.ts'
import { currentRevision, spacesOf } from '../state/space.ts'
import type { World } from '../state/world.ts'

const TITLES = ['Product Docs', 'Help Center', 'Developer Portal', 'Partner Docs', 'Release Notes'] as const
const COLORS = ['#346DDB', '#D4371C', '#0E7C66', '#7B3FE4'] as const
const MAX_SPACES = 4

/** The first one is the default content of the organization. */
export function generateSites(world: World, organization: OrganizationState, count: number): void {
  const spaces = spacesOf(world, organization.json.id)
  for (let index = 0; index < count; index++) {
    const site = addSite(world, organization, titleOf(index))
    const shown = spaces.map((_, at) => spaces[(index + at) % spaces.length]).slice(0, MAX_SPACES)
    fill(
      world,
      site,
      index,
      shown.filter(space => space !== undefined),
    )
    publish(world, site, index)
    if (index === 0) organization.json.defaultContent = { type: 'site', site: site.json.id }
  }
}

function titleOf(index: number): string {
  const title = TITLES[index % TITLES.length] ?? TITLES[0]
  const round = Math.floor(index / TITLES.length)
  return round === 0 ? title : `${title} ${round + 1}`
}

/** With three sections or more, all but the first are in a group. */
function fill(world: World, site: SiteState, index: number, spaces: readonly SpaceState[]): void {
  if (index % 2 === 1) {
    for (const space of spaces) addSiteSpace(world, site, space)
    return
  }
  const sections = spaces.map(space => addSection(world, site, space))
  for (const section of sections)
    Object.assign(section, { icon: 'book', description: `All about ${section.title}` })
  if (sections.length < 3) return
  const group = addGroup(world, site, 'Guides')
  for (const section of sections.slice(1)) putInGroup(section, group.id)
}

/** Every third one is not published. */
function publish(world: World, site: SiteState, index: number): void {
  const primary = COLORS[index % COLORS.length]
  site.json.visibility = SITE_VISIBILITIES[index % SITE_VISIBILITIES.length] ?? 'public'
  site.json.published = index % 3 !== 2
  site.customization = {
    styling: { primaryColor: { light: primary, dark: primary } },
    favicon: { icon: lightAndDark(world, `site-${index}/favicon`) },
    header: { logo: lightAndDark(world, `site-${index}/logo`) },
    socialPreview: { url: pictureUrl(world, `site-${index}/preview.png`) },
    footer: { copyright: '© Acme', groups: [] },
  }
  addShareLink(world, site, 'Reviewers')
  addShareLink(world, site, 'Partners of last year').active = false
  redirectTo(world, site)
  addMcpServer(world, site, {
    name: 'Search',
    url: 'https://mcp.acme.example/search',
    headers: { authorization: 'Bearer of-the-search-server' },
  })
  overrideLast(world, site)
  if (index % 2 !== 0) return
  site.adaptiveSchema = { jsonSchema: VISITOR_SCHEMA, updatedAt: world.clock.timestamp() }
  site.json.adaptiveContent = { enabled: true }
}

/** The last of its spaces has another logo. */
function overrideLast(world: World, site: SiteState): void {
  const item = liveSiteSpaces(world, site).at(-1)
  if (item !== undefined) item.override = { header: { logo: lightAndDark(world, `${item.id}/logo`) } }
}

function lightAndDark(world: World, name: string): { light: string; dark: string } {
  return { light: pictureUrl(world, `${name}.png`), dark: pictureUrl(world, `${name}-dark.png`) }
}

const VISITOR_SCHEMA = {
  type: 'object',
  properties: { plan: { type: 'string', enum: ['free', 'pro'], description: 'What the visitor pays for' } },
  additionalProperties: false,
} as const

function redirectTo(world: World, site: SiteState): void {
  const [first] = liveSiteSpaces(world, site)
  const space = first === undefined ? undefined : world.spaces.get(first.space)
  if (first === undefined || space === undefined) return
  addRedirect(world, site, '/old', { kind: 'site-space', siteSpaceId: first.id })
  const page = currentRevision(space).pages.find(page => page.type === 'document')
  if (page !== undefined)
    addRedirect(world, site, '/old/start', { kind: 'site-page', siteSpaceId: first.id, pageId: page.id })
}
