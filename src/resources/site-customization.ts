import type { Published } from './field-path.ts'
import { contained } from './resource.ts'
import type { KnownSite } from './site.ts'
import type { SiteCustomization, WholeSite } from './site-structure.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'site-customization': Kept<SiteCustomization, 'siteSpace' | `customization.${LookField}`>
  }
}

type Font = 'font' | 'headingFont' | 'monospaceFont'
type LookField =
  | Published<'SiteCustomizationSettings'>
  | 'hasOverrides'
  | `styling.${Font}.fontFaces.*.url`
  | `styling.${Font}.fontFaces.*.sources.*.url`

/** Logos and the like are shown by address: each of light and dark, or alone. */
const PICTURES = [
  'customization.favicon.icon.*',
  'customization.header.logo.*',
  'customization.footer.logo.*',
  'customization.socialPreview.url',
  'customization.styling.font.fontFaces.*.url',
  'customization.styling.font.fontFaces.*.sources.*.url',
  'customization.styling.headingFont.fontFaces.*.url',
  'customization.styling.headingFont.fontFaces.*.sources.*.url',
  'customization.styling.monospaceFont.fontFaces.*.url',
  'customization.styling.monospaceFont.fontFaces.*.sources.*.url',
] as const

const CODE_THEME = { light: 'default-light', dark: 'default-dark' } as const

/** What only older or only newer services say of every site, in the words of one that nobody set. */
const DEFAULTS = {
  'customization.pdf': { enabled: true },
  'customization.git': { showEditLink: false },
  'customization.pageActions.externalAI': true,
  'customization.pageActions.markdown': true,
  'customization.pageActions.mcp': true,
  'customization.socialAccounts': [],
  'customization.styling.codeTheme': { default: CODE_THEME, openapi: CODE_THEME },
  'customization.pageActions.items': ['external-ai', 'markdown', 'mcp', 'pdf'],
} as const

export const siteCustomization = contained<'site-customization', KnownSite, WholeSite>({
  kind: 'site-customization',
  parent: 'site',
  doc: 'What a site looks like, and what those of its spaces look like that override it.',
  api: '4.7',
  within: 'site-structure',
  items: whole => whole.customizations ?? [],
  id: item => item.siteSpace ?? 'site',
  label: item => item.customization.title?.toString() ?? item.siteSpace ?? 'site',
  volatile: ['**.urls', '**.permissions', 'customization.hasOverrides', 'customization.updatedAt'],
  defaults: DEFAULTS,
  addresses: PICTURES,
  pictures: PICTURES,
  references: { 'site-space': 'siteSpace' },
  audit: null,
  restore: {
    fidelity: 'part',
    note: 'replaced whole, with references mapped; custom fonts and uploaded pictures by hand',
  },
})
