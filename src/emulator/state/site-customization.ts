/**
 * How a site looks. What is not set has a default, and a site space overrides single settings of its site.
 */
import { z } from 'zod'
import { isJsonObject, type JsonObject } from './json-object.ts'
import { withFreshAddresses } from './picture.ts'
import type { SiteState } from './site.ts'
import type { SiteSpace } from './site-item.ts'
import type { World } from './world.ts'

const hex = z.string().regex(/^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$/)
const themed = z.looseObject({ light: hex, dark: hex }).nullable().optional()
const oneOf = <T extends string>(...values: [T, ...T[]]) => z.enum(values).nullable().optional()
const switched = z.looseObject({ enabled: z.boolean().nullable().optional() }).optional()
const address = z.looseObject({ url: z.url().max(2048).nullable().optional() }).optional()

/** Every part may be left out; unknown settings of newer services are kept. */
export const customizationSchema = z.looseObject({
  title: z.string().min(2).max(128).nullable().optional(),
  styling: z
    .looseObject({
      theme: oneOf('clean', 'muted', 'bold', 'gradient'),
      primaryColor: themed,
      infoColor: themed,
      successColor: themed,
      warningColor: themed,
      dangerColor: themed,
      corners: oneOf('straight', 'rounded', 'circular'),
      depth: oneOf('subtle', 'flat'),
      links: oneOf('default', 'accent'),
      background: oneOf('plain', 'match'),
      icons: oneOf('regular', 'solid', 'duotone', 'light', 'thin'),
      search: oneOf('prominent', 'subtle'),
      sidebar: z
        .looseObject({ background: oneOf('default', 'filled'), list: oneOf('default', 'pill', 'line') })
        .optional(),
    })
    .optional(),
  internationalization: z
    .looseObject({ locale: oneOf('en', 'fr', 'es', 'zh', 'ja', 'de', 'nl', 'no', 'pt-br', 'ru') })
    .optional(),
  header: z
    .looseObject({
      preset: oneOf('default', 'bold', 'contrast', 'custom', 'none'),
      links: z.array(z.looseObject({ title: z.string() })).optional(),
    })
    .optional(),
  footer: z
    .looseObject({
      groups: z.array(z.looseObject({ title: z.string() })).optional(),
      copyright: z.string().max(300).nullable().optional(),
    })
    .optional(),
  announcement: z
    .looseObject({
      enabled: z.boolean(),
      message: z.string().min(2).max(128),
      style: z.enum(['info', 'warning', 'danger', 'success']),
    })
    .optional(),
  themes: z
    .looseObject({ default: oneOf('light', 'dark'), toggeable: z.boolean().nullable().optional() })
    .optional(),
  pdf: switched,
  feedback: switched,
  ai: z.looseObject({ mode: oneOf('none', 'search', 'assistant') }).optional(),
  git: z.looseObject({ showEditLink: z.boolean().nullable().optional() }).optional(),
  externalLinks: z.looseObject({ target: oneOf('self', 'blank') }).optional(),
  pagination: switched,
  trademark: switched,
  privacyPolicy: address,
  socialPreview: address,
})

export function customizationOf(world: World, site: SiteState): JsonObject {
  return withFreshAddresses(world, merged({ title: site.json.title, ...DEFAULTS }, site.customization))
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

const DEFAULTS: JsonObject = {
  styling: {
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
  },
  internationalization: { locale: 'en' },
  favicon: {},
  header: { preset: 'default', links: [] },
  footer: { groups: [] },
  themes: { default: 'light', toggeable: true },
  pdf: { enabled: true },
  feedback: { enabled: false },
  ai: { mode: 'search' },
  advancedCustomization: { enabled: true },
  git: { showEditLink: false },
  pageActions: { externalAI: true, markdown: true, mcp: true },
  externalLinks: { target: 'self' },
  pagination: { enabled: true },
  trademark: { enabled: true },
  privacyPolicy: {},
  socialPreview: {},
  insights: { trackingCookie: true },
}
