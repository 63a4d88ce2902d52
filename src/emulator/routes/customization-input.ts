/**
 * How a site can be made to look: the whole look, and what of it a site space may override. Every part may be left out
 * or be null, which takes it back to what it is without.
 */
import { z } from 'zod'
import type { Offer } from '../protocol/profile.ts'
import { condition, localized, uri } from './fields.ts'

const hex = z.string().regex(/^#(?:[0-9a-fA-F]{3}){1,2}$/)
const color = z.object({ light: hex, dark: hex }).nullish()
const lightAndDark = z.object({ light: uri, dark: uri })
const oneOf = <T extends string>(...values: [T, ...T[]]) => z.enum(values).nullish()
const switched = z.object({ enabled: z.boolean().nullish() }).optional()
const address = z.object({ url: uri.nullish() }).optional()
const ref = z.looseObject({ kind: z.string() })
const contentLink = z.object({
  title: z.string().max(64),
  localizedTitle: localized(64).optional(),
  to: ref,
})
const headerItem = z.object({
  title: z.string(),
  localizedTitle: localized(128).optional(),
  style: z.enum(['link', 'button-primary', 'button-secondary']).optional(),
  to: ref.nullable(),
  links: z.array(contentLink),
  condition: condition.optional(),
})
const footerGroup = z.object({
  title: z.string(),
  localizedTitle: localized(128).optional(),
  links: z.array(contentLink),
})
/** One that the service has, or an uploaded one. */
const font = z.union([z.string(), z.looseObject({ id: z.string() })]).nullish()
const codeTheme = z.object({ light: z.string(), dark: z.string() }).nullish()

const styling = z.object({
  theme: oneOf('clean', 'muted', 'bold', 'gradient'),
  primaryColor: color,
  tint: z.object({ color }).nullish(),
  infoColor: color,
  successColor: color,
  warningColor: color,
  dangerColor: color,
  corners: oneOf('straight', 'rounded', 'circular'),
  depth: oneOf('subtle', 'flat'),
  links: oneOf('default', 'accent'),
  background: oneOf('plain', 'match'),
  icons: oneOf('regular', 'solid', 'duotone', 'light', 'thin'),
  codeTheme: z.object({ default: codeTheme, openapi: codeTheme }).optional(),
  sidebar: z
    .object({ background: oneOf('default', 'filled'), list: oneOf('default', 'pill', 'line') })
    .optional(),
  search: oneOf('prominent', 'subtle'),
})

/** By site space. */
export const overrideSchema = z.object({
  title: z.string().min(2).max(128).nullish(),
  localizedTitle: localized(128).nullish(),
  styling: styling.optional(),
  internationalization: z
    .object({ locale: oneOf('en', 'fr', 'es', 'zh', 'ja', 'de', 'nl', 'no', 'pt-br', 'ru') })
    .optional(),
  favicon: z
    .union([z.object({ icon: lightAndDark }), z.object({ emoji: z.string() }), z.object({})])
    .nullish(),
  header: z
    .object({
      preset: oneOf('default', 'bold', 'contrast', 'custom', 'none'),
      logo: lightAndDark.nullish(),
      primaryLink: ref.nullish(),
      backgroundColor: color,
      linkColor: color,
      links: z.array(headerItem).nullish(),
    })
    .optional(),
  footer: z
    .object({
      logo: lightAndDark.nullish(),
      groups: z.array(footerGroup).nullish(),
      copyright: z.string().max(512).nullish(),
    })
    .optional(),
  announcement: z
    .object({
      enabled: z.boolean(),
      message: z.string().min(2).max(128),
      localizedMessage: localized(128).optional(),
      link: contentLink.optional(),
      style: z.enum(['info', 'warning', 'danger', 'success']),
    })
    .optional(),
  themes: z
    .object({ default: oneOf('light', 'dark', 'system'), toggeable: z.boolean().nullish() })
    .optional(),
  pdf: switched,
  feedback: switched,
  git: z.object({ showEditLink: z.boolean().nullish() }).optional(),
  externalLinks: z.object({ target: oneOf('self', 'blank') }).optional(),
  pagination: switched,
  trademark: switched,
  privacyPolicy: address,
  socialPreview: address,
})

/** Of a site. */
export const lookSchema = overrideSchema.extend({
  styling: styling.extend({ font, headingFont: font, monospaceFont: font }).optional(),
  ai: z
    .object({
      mode: oneOf('none', 'search', 'assistant'),
      greeting: z.string().max(256).optional(),
      localizedGreeting: localized(128).optional(),
      suggestions: z.array(z.string().min(3).max(64)).max(5).optional(),
      instructions: z.string().max(10_000).optional(),
    })
    .optional(),
  advancedCustomization: switched,
  pageActions: z
    .object({
      externalAI: z.boolean().optional(),
      markdown: z.boolean().optional(),
      mcp: z.boolean().optional(),
      items: z.array(z.enum(['assistant', 'external-ai', 'markdown', 'mcp', 'git', 'pdf'])).optional(),
    })
    .optional(),
  socialAccounts: z
    .array(
      z.object({
        platform: z.string(),
        handle: z.string(),
        display: z.object({ footer: z.boolean(), header: z.boolean() }),
      }),
    )
    .max(10)
    .optional(),
  insights: z.object({ trackingCookie: z.boolean() }).optional(),
})

export const LOOK_OFFERS: Readonly<Record<string, Offer>> = {
  localizedTitle: 'newest',
  'styling.codeTheme': 'newest',
  'styling.headingFont': 'newest',
  'header.primaryLink': 'newest',
  'ai.greeting': 'newest',
  'ai.localizedGreeting': 'newest',
  'ai.suggestions': 'newest',
  'ai.instructions': 'newest',
  'announcement.localizedMessage': 'newest',
  'pageActions.items': 'newest',
  socialAccounts: 'newest',
  pdf: 'retired',
  git: 'retired',
  'pageActions.externalAI': 'retired',
  'pageActions.markdown': 'retired',
  'pageActions.mcp': 'retired',
}
