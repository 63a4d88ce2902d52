/** What hangs on a site beside its structure and its look: redirects, servers, share links, visitors. */
import { type Fields, recordOf, textOf } from '../../model/fields.ts'
import type { MapId } from '../match/ids.ts'
import { type KnownOf, knownTo, NEWEST, NOT_NEWEST, onlyOf, thereOf } from './known-fields.ts'
import { type ItemOf, phases, restorer } from './restorer.ts'
import { siteOf } from './site-parent.ts'

const OF_REDIRECTS = {
  draft: NEWEST,
  permanent: NEWEST,
  captureWildcard: NEWEST,
} satisfies KnownOf<'site-redirect'>

export const siteRedirect = restorer({
  kind: 'site-redirect',
  phase: phases.siteLook,
  key: ({ json }) => textOf(json.source),
  obstacle: ({ json }, { map, service }) => {
    const to = destination(json, map)
    if (to === null) return 'what it leads to is not there'
    if (service !== 'newest' && /[*+]/.test(textOf(json.source) ?? ''))
      return 'older services take no wildcard and no plus sign in what is redirected'
    return to.kind === 'external' && service !== 'newest'
      ? 'older services have no redirects that lead out of a site'
      : null
  },
  create: async ({ context, knowledge }, item) => {
    const to = destination(item.json, knowledge.map)
    if (to === null) throw new Error('what it leads to is not there')
    const source = textOf(item.json.source) ?? ''
    const made = await context.platform.sites.createRedirect(context.organization, siteOf(knowledge, item), {
      source,
      destination: to,
      ...knownTo(knowledge.profile.service, thereOf(item.json, OF_REDIRECTS), OF_REDIRECTS),
    })
    return { id: made.id, json: made }
  },
  settings: [
    {
      name: 'source, destination and switches',
      phase: phases.siteLook,
      known: OF_REDIRECTS,
      fields: ({ json }, map) => ({
        source: json.source,
        ...destinationIn(json, map),
        ...thereOf(json, OF_REDIRECTS),
      }),
      write: async ({ context: { platform, organization }, knowledge }, target, fields: Fields, item) => {
        await platform.sites.updateRedirect(organization, siteOf(knowledge, item), target, fields)
      },
    },
  ],
  remove: ({ context: { platform, organization } }, { id, parent }) =>
    platform.sites.deleteRedirect(organization, parent?.id ?? '', id),
  lost: [
    { field: 'id', why: 'new-one' },
    { field: 'createdAt', why: 'date' },
    { field: 'draft', why: 'live-in-older', when: onlyOf(NOT_NEWEST) },
    { field: 'permanent', why: 'permanent-in-older', when: onlyOf(NOT_NEWEST) },
    { field: 'captureWildcard', why: 'wildcards-in-older', when: onlyOf(NOT_NEWEST) },
  ],
})

type Destination =
  | { kind: 'site-section'; siteSectionId: string }
  | { kind: 'site-space'; siteSpaceId: string }
  | { kind: 'site-page'; siteSpaceId: string; pageId: string }
  | { kind: 'external'; url: string }

/** Nothing where what it leads to is not there: then it stays as it is. */
function destinationIn(json: ItemOf<'site-redirect'>['json'], map: MapId): { destination?: Destination } {
  const to = destination(json, map)
  return to === null ? {} : { destination: to }
}

function destination(json: ItemOf<'site-redirect'>['json'], map: MapId): Destination | null {
  const { kind, siteSectionId, siteSpaceId, pageId, url } = recordOf(json.destination) ?? {}
  if (kind === 'external') return typeof url === 'string' ? { kind, url } : null
  const section = typeof siteSectionId === 'string' ? map('site-section', siteSectionId) : null
  const space = typeof siteSpaceId === 'string' ? map('site-space', siteSpaceId) : null
  const page = typeof pageId === 'string' ? (map('page', pageId) ?? map('page-group', pageId)) : null
  if (kind === 'site-section') return section === null ? null : { kind, siteSectionId: section }
  if (kind === 'site-space') return space === null ? null : { kind, siteSpaceId: space }
  if (kind !== 'site-page' || space === null || page === null) return null
  return { kind, siteSpaceId: space, pageId: page }
}

const OF_SERVERS = { transport: NEWEST, condition: NEWEST } satisfies KnownOf<'site-mcp-server'>

export const siteMcpServer = restorer({
  kind: 'site-mcp-server',
  phase: phases.siteLook,
  key: ({ json }) => textOf(json.name),
  create: async ({ context, knowledge }, item) => {
    const made = await context.platform.sites.createMcpServer(context.organization, siteOf(knowledge, item), {
      ...serverIn(item.json),
      ...knownTo(knowledge.profile.service, thereOf(item.json, OF_SERVERS), OF_SERVERS),
    })
    return { id: made.id, json: made }
  },
  settings: [
    {
      name: 'address, headers and condition',
      phase: phases.siteLook,
      known: OF_SERVERS,
      fields: ({ json }) => ({
        ...serverIn(json),
        ...('transport' in json ? { transport: json.transport, condition: json.condition ?? null } : {}),
      }),
      write: async ({ context: { platform, organization }, knowledge }, target, fields: Fields, item) => {
        await platform.sites.updateMcpServer(organization, siteOf(knowledge, item), target, fields)
      },
    },
  ],
  remove: ({ context: { platform, organization } }, { id, parent }) =>
    platform.sites.deleteMcpServer(organization, parent?.id ?? '', id),
  lost: [
    { field: 'id', why: 'new-one' },
    { field: 'createdAt', why: 'date' },
    { field: 'site', why: 'new-site' },
    { field: 'transport', why: 'transport-in-older', when: onlyOf(NOT_NEWEST) },
    { field: 'condition', why: 'condition-in-older', when: onlyOf(NOT_NEWEST) },
  ],
})

function serverIn(json: ItemOf<'site-mcp-server'>['json']): {
  name: string
  url: string
  headers: Record<string, string>
} {
  const headers = Object.entries(recordOf(json.headers) ?? {}).map(([name, value]) => [name, String(value)])
  return { name: textOf(json.name) ?? '', url: textOf(json.url) ?? '', headers: Object.fromEntries(headers) }
}

export const shareLink = restorer({
  kind: 'share-link',
  always: 'new-key',
  phase: phases.siteDoors,
  givesAccess: true,
  key: ({ json }) => textOf(json.name) ?? '',
  create: async ({ context, knowledge }, item) => {
    const name = textOf(item.json.name) ?? 'Share link'
    const made = await context.platform.shareLinks.create(context.organization, siteOf(knowledge, item), {
      name,
    })
    return { id: made.id, json: made }
  },
  settings: [
    {
      name: 'name',
      phase: phases.siteDoors,
      fields: ({ json }) => (typeof json.name === 'string' ? { name: json.name } : {}),
      write: async ({ context: { platform, organization }, knowledge }, target, { name }, item) => {
        const change = { name: String(name) }
        await platform.shareLinks.update(organization, siteOf(knowledge, item), target, change)
      },
    },
    {
      name: 'state',
      phase: phases.siteDoors,
      fields: ({ json }) => ({ active: json.active !== false }),
      write: async ({ context, knowledge }, target, { active }, item) => {
        const change = { active: active === true }
        await context.platform.shareLinks.update(
          context.organization,
          siteOf(knowledge, item),
          target,
          change,
        )
      },
      widens: (_before, after) => after.active === true,
    },
  ],
  gains: ({ json }) => `whoever has the link ${textOf(json.name) ?? ''} sees the site`,
  remove: ({ context: { platform, organization } }, { id, parent }) =>
    platform.shareLinks.delete(organization, parent?.id ?? '', id),
  lost: [
    { field: 'id', why: 'new-one' },
    { field: 'createdAt', why: 'date' },
    { field: 'urls', why: 'new-key' },
  ],
})

export const siteVisitorAuth = restorer({
  kind: 'site-visitor-auth',
  phase: phases.siteDoors,
  key: () => 'visitor-auth',
  implicit: () => 'visitor-auth',
  settings: [
    {
      name: 'backend',
      phase: phases.siteDoors,
      fields: ({ json }) => ({
        backend: json.backend,
        fallbackURL: json.fallbackURL ?? null,
        ...(typeof json.integration === 'string' ? { integration: json.integration } : {}),
      }),
      write: async ({ context, knowledge }, _target, fields, item) => {
        await context.platform.sites.updatePublishingAuth(
          context.organization,
          siteOf(knowledge, item),
          fields,
        )
      },
    },
  ],
  lost: [{ field: 'privateKey', why: 'new-private-key' }],
})

export const siteAdaptiveSchema = restorer({
  kind: 'site-adaptive-schema',
  phase: phases.siteSchema,
  key: () => 'adaptive-schema',
  implicit: () => 'adaptive-schema',
  settings: [
    {
      name: 'claims',
      phase: phases.siteSchema,
      fields: ({ json }) => ({ jsonSchema: json.jsonSchema }),
      write: async ({ context, knowledge }, _target, fields, item) => {
        await context.platform.sites.updateAdaptiveSchema(
          context.organization,
          siteOf(knowledge, item),
          fields,
        )
      },
    },
  ],
})
