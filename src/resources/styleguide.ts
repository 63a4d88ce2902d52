import type { Organization } from '../platform/operations/organizations.ts'
import { type Item, listed } from './resource.ts'

declare module '../model/resource.ts' {
  interface Kinds {
    styleguide: Kept<StyleguideSpace, 'space' | 'title' | 'sites'>
  }
}

interface StyleguideSpace extends Item {
  space: string
  title: string | null
  sites: readonly string[]
}

/** Its text is the content of a space like any other; where that is not among the spaces, the reference dangles. */
export const styleguide = listed<'styleguide', Organization>({
  kind: 'styleguide',
  parent: 'organization',
  doc: 'How sites are to be written: the space that says so, and the sites that keep to it, as ids.',
  api: '4.7',
  needs: 'listOrganizationStyleguides',
  async *list(platform, { parent }) {
    for (const { space, sites, ...rest } of await platform.styleguides.list(parent.id))
      yield { ...rest, space: space.id, title: space.title ?? null, sites: sites.map(site => site.id) }
  },
  everyRun: false,
  // No operation asks for a single one.
  absence: 'agreed',
  id: item => item.space,
  label: item => item.title ?? item.space,
  // It is that of the space.
  volatile: ['title'],
  unordered: ['sites'],
  references: { space: 'space', site: 'sites.*' },
  audit: null,
  restore: {
    fidelity: 'part',
    note: 'its space comes back, and sites keep to it again; one that no site keeps to is a space like any other',
    derived: true,
  },
})
