/**
 * How a site looks. What is not set has a default, and a site space overrides single settings of its site.
 */
import { isJsonObject, type JsonObject } from './json-object.ts'
import { offered } from './offered.ts'
import { withFreshAddresses } from './picture.ts'
import type { SiteState } from './records/site.ts'
import type { SiteSpace } from './records/site-item.ts'
import type { World } from './world.ts'

export function customizationOf(world: World, site: SiteState): JsonObject {
  return withFreshAddresses(world, merged(defaultsOf(world, site), site.customization))
}

export function customizationOfSiteSpace(world: World, site: SiteState, item: SiteSpace): JsonObject {
  return withFreshAddresses(world, merged(customizationOf(world, site), item.override ?? {}))
}

/** Objects setting by setting, everything else whole; null takes a setting back to what it is without. */
function merged(base: JsonObject, change: JsonObject): JsonObject {
  const result = { ...base }
  for (const [name, value] of Object.entries(change)) {
    const before = base[name]
    if (value === null) result[name] = before
    else result[name] = isJsonObject(before) && isJsonObject(value) ? merged(before, value) : value
  }
  return result
}

/** What an override is after a change: null removes a setting from it. */
export function overridden(override: JsonObject, change: JsonObject): JsonObject {
  const result = { ...override }
  for (const [name, value] of Object.entries(change)) {
    const before = result[name]
    if (value === null) delete result[name]
    else result[name] = isJsonObject(value) ? overridden(isJsonObject(before) ? before : {}, value) : value
  }
  return result
}

function defaultsOf(world: World, { json }: SiteState): JsonObject {
  return {
    title: json.title,
    ...DEFAULTS,
    styling: {
      ...STYLING,
      ...offered(world, 'newest', { codeTheme: { default: CODE_THEME, openapi: CODE_THEME } }),
    },
    ...offered(world, 'dropped', {
      pdf: { enabled: true },
      git: { showEditLink: false },
      pageActions: { externalAI: true, markdown: true, mcp: true },
    }),
    ...offered(world, 'newest', {
      pageActions: { items: ['external-ai', 'markdown', 'mcp', 'pdf'] },
      socialAccounts: [],
    }),
  }
}

const CODE_THEME = { light: 'default-light', dark: 'default-dark' } as const
const STYLING = {
  theme: 'clean',
  primaryColor: { light: '#346DDB', dark: '#346DDB' },
  infoColor: { light: '#787878', dark: '#787878' },
  successColor: { light: '#00C950', dark: '#00C950' },
  warningColor: { light: '#FE9A00', dark: '#FE9A00' },
  dangerColor: { light: '#FB2C36', dark: '#FB2C36' },
  corners: 'rounded',
  depth: 'subtle',
  links: 'default',
  font: 'Inter',
  monospaceFont: 'IBMPlexMono',
  background: 'plain',
  icons: 'regular',
  sidebar: { background: 'default', list: 'default' },
  search: 'prominent',
} as const
const DEFAULTS = {
  internationalization: { locale: 'en' },
  favicon: {},
  header: { preset: 'default', links: [] },
  footer: { groups: [] },
  themes: { default: 'light', toggeable: true },
  feedback: { enabled: false },
  ai: { mode: 'search' },
  advancedCustomization: { enabled: true },
  externalLinks: { target: 'self' },
  pagination: { enabled: true },
  trademark: { enabled: true },
  privacyPolicy: {},
  socialPreview: {},
  insights: { trackingCookie: true },
} as const
