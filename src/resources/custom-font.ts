import type { CustomFont } from '../platform/operations/fonts.ts'
import type { Organization } from '../platform/operations/organizations.ts'
import type { Published } from './field-path.ts'
import { listed } from './resource.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    'custom-font': Kept<CustomFont, Published<'CustomizationFontDefinition'>>
  }
}

const FILES = 'fontFaces.*.sources.*.url'

export const customFont = listed<'custom-font', Organization>({
  kind: 'custom-font',
  parent: 'organization',
  doc: 'A font that was uploaded for the sites, with its files.',
  api: '4.7',
  needs: 'listCustomFonts',
  list: (platform, { parent }) => platform.fonts.list(parent.id),
  absence: {
    isGone: async (platform, { id }, { parent }) => (await platform.fonts.find(parent.id, id)) === null,
  },
  everyRun: false,
  id: item => item.id,
  label: item => item.fontFamily,
  volatile: ['**.permissions'],
  addresses: [FILES],
  pictures: [FILES],
  references: {},
  audit: null,
  restore: { fidelity: 'no', note: 'its files are kept as assets: uploaded again by hand' },
})
