/**
 * How sites look. That of a site is replaced whole. That of a site space is what the site's look and its own override
 * make together: put back is what differs from the site as it is then, and only what can be overridden.
 */
import { canonicalJson } from '../../model/digest.ts'
import { type Fields, isFields, recordOf } from '../../model/fields.ts'
import { unsigned } from '../../resources/signed-url.ts'
import { rewriteReferences } from '../../space/references.ts'
import type { RestoreSession } from '../apply/session.ts'
import type { MapId } from '../match/ids.ts'
import type { ServiceName } from '../read/target-profile.ts'
import type { StateItem } from '../state.ts'
import { NEWEST, NOT_NEWEST, namesOf, onlyOf } from './known-fields.ts'
import type { LossCode } from './loss-words.ts'
import { type ItemOf, type Loss, phases, restorer } from './restorer.ts'
import { siteOf } from './site-parent.ts'

/** Settings that only some services have, as dotted paths; true: always there. */
const OF_NEWEST = {
  localizedTitle: false,
  'styling.codeTheme': true,
  'styling.headingFont': false,
  'header.primaryLink': false,
  'ai.greeting': false,
  'ai.localizedGreeting': false,
  'ai.suggestions': false,
  'ai.instructions': false,
  'announcement.localizedMessage': false,
  'pageActions.items': true,
  socialAccounts: true,
} as const
const OF_OLDER = {
  pdf: true,
  git: true,
  'pageActions.externalAI': true,
  'pageActions.markdown': true,
  'pageActions.mcp': true,
} as const

export const siteCustomization = restorer({
  kind: 'site-customization',
  phase: phases.siteLook,
  key: ({ json }, map) => ofSpace(json, map),
  implicit: ({ json }, map) => ofSpace(json, map),
  settings: [
    {
      name: 'look',
      phase: phases.siteLook,
      fields: ({ json }, map) => ({ customization: mapped(lookOf(json.customization), map) }),
      requests: 3,
      write: async (session, target, { customization }, item) => {
        const look = recordOf(customization) ?? {}
        const site = siteOf(session.knowledge, item)
        if (target === 'site') await writeWhole(session, site, look)
        else await writeOverride(session, site, target, look)
      },
    },
  ],
  remove: async ({ context: { platform, organization } }, { json, parent }) => {
    // That of a site goes with it.
    if (typeof json.siteSpace === 'string')
      await platform.siteSpaces.deleteCustomization(organization, parent?.id ?? '', json.siteSpace)
  },
  lost: [
    { field: 'siteSpace', why: 'new-one' },
    { field: 'customization.hasOverrides', why: 'derived' },
    ...lostIn(OF_NEWEST, NOT_NEWEST, 'no-setting-in-older'),
    ...lostIn(OF_OLDER, NEWEST, 'no-setting-in-newer'),
  ],
})

function lostIn<Path extends string>(
  settings: Readonly<Record<Path, boolean>>,
  services: readonly ServiceName[],
  why: LossCode,
): Loss<StateItem, `customization.${Path}`>[] {
  return namesOf(settings).map(path => ({ field: `customization.${path}`, why, when: onlyOf(services) }))
}

function ofSpace({ siteSpace }: ItemOf<'site-customization'>['json'], map: MapId): string | null {
  return typeof siteSpace === 'string' ? map('site-space', siteSpace) : 'site'
}

/** What says of itself when it was written, or that it is an override, is no look. */
function lookOf(customization: unknown): Fields {
  const { hasOverrides: _flag, updatedAt: _date, ...look } = recordOf(customization) ?? {}
  return look
}

function mapped<T>(value: T, map: MapId): T {
  return rewriteReferences(value, ({ kind, id }) => map(kind, id)).value
}

/** What the service has beside what the snapshot knows stays as it is there: it has to be said. */
async function writeWhole({ context, knowledge }: RestoreSession, site: string, look: Fields): Promise<void> {
  const { platform, organization } = context
  const { service } = knowledge.profile
  const [known, unknown] = service === 'newest' ? [OF_NEWEST, OF_OLDER] : [OF_OLDER, OF_NEWEST]
  const whole = without(look, Object.keys(unknown))
  const missing = Object.entries(known).filter(([path, always]) => always && at(look, path) === undefined)
  const there = missing.length === 0 ? {} : await platform.sites.customization(organization, site)
  await platform.sites.customize(
    organization,
    site,
    missing.reduce((all, [path]) => withValue(all, path, at(there, path)), whole),
  )
}

async function writeOverride(
  { context, knowledge }: RestoreSession,
  site: string,
  siteSpace: string,
  look: Fields,
): Promise<void> {
  const { platform, organization } = context
  const { service } = knowledge.profile
  const ofSite = await platform.sites.customization(organization, site)
  const now = await platform.siteSpaces.customization(organization, site, siteSpace)
  const override = OVERRIDABLE.filter(path => isKnownTo(service, path)).reduce<Fields>((all, path) => {
    const [wanted, own, there] = [look, ofSite, now].map(customization => at(customization, path))
    const isAsOfSite = isSame(wanted, own)
    if (isAsOfSite && isSame(own, there)) return all
    // Null takes an override away; an announcement takes none.
    const value = isAsOfSite ? null : (wanted ?? null)
    return value === null && path === 'announcement' ? all : withValue(all, path, value)
  }, {})
  if (Object.keys(override).length > 0)
    await platform.siteSpaces.customize(organization, site, siteSpace, override)
}

function isKnownTo(service: ServiceName, path: string): boolean {
  const unknown = Object.keys(service === 'newest' ? OF_OLDER : OF_NEWEST)
  return !unknown.some(setting => path === setting || path.startsWith(`${setting}.`))
}

/** What a site space can have otherwise than its site, each as one value. */
const OVERRIDABLE = [
  'title',
  'localizedTitle',
  ...[
    'theme',
    'primaryColor',
    'tint',
    'infoColor',
    'successColor',
    'warningColor',
    'dangerColor',
    'corners',
    'depth',
    'links',
    'icons',
    'sidebar.background',
    'sidebar.list',
    'search',
    'background',
    'codeTheme.default',
    'codeTheme.openapi',
  ].map(name => `styling.${name}`),
  'internationalization.locale',
  'favicon',
  'announcement',
  ...['preset', 'logo', 'primaryLink', 'backgroundColor', 'linkColor', 'links'].map(name => `header.${name}`),
  ...['logo', 'groups', 'copyright'].map(name => `footer.${name}`),
  'themes.default',
  'themes.toggeable',
  'pdf.enabled',
  'feedback.enabled',
  'git.showEditLink',
  'externalLinks.target',
  'pagination.enabled',
  'trademark.enabled',
  'privacyPolicy.url',
  'socialPreview.url',
]

function at(value: Fields, path: string): unknown {
  return path.split('.').reduce<unknown>((inner, name) => recordOf(inner)?.[name], value)
}

/** An address may be signed anew in every answer. */
function isSame(left: unknown, right: unknown): boolean {
  return canonicalJson(plain(left) ?? null) === canonicalJson(plain(right) ?? null)
}

function plain(value: unknown): unknown {
  if (typeof value === 'string') return unsigned(value)
  if (Array.isArray(value)) return value.map(plain)
  if (!isFields(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]))
}

function withValue(fields: Fields, path: string, value: unknown): Fields {
  const [name = '', ...rest] = path.split('.')
  return {
    ...fields,
    [name]: rest.length === 0 ? value : withValue(recordOf(fields[name]) ?? {}, rest.join('.'), value),
  }
}

function without(fields: Fields, paths: readonly string[]): Fields {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      if (paths.includes(name)) return []
      const inner = paths.flatMap(path => (path.startsWith(`${name}.`) ? path.slice(name.length + 1) : []))
      return [[name, isFields(value) && inner.length > 0 ? without(value, inner) : value]]
    }),
  )
}
