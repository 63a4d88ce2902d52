import type { Organization } from '../platform/operations/organizations.ts'
import type { Styleguide } from '../platform/operations/styleguides.ts'
import { listed } from './resource.ts'

/** Its text is the content of a space like any other; where that is not among the spaces, the reference dangles. */
export const styleguide = listed<Styleguide, Organization>({
  kind: 'styleguide',
  parent: 'organization',
  doc: 'How sites are to be written: the space that says so, and the sites that keep to it, as ids.',
  api: '4.7',
  needs: 'listOrganizationStyleguides',
  async *list(platform, { parent }) {
    yield* await platform.styleguides.list(parent.id)
  },
  everyRun: false,
  // No operation asks for a single one.
  mayBeEmpty: () => false,
  believedTwice: true,
  id: item => item.space.id,
  label: item => item.space.title ?? item.space.id,
  stored: ({ space, sites, ...rest }) => ({ ...rest, space: space.id, sites: sites.map(one => one.id) }),
  volatile: [],
  unordered: ['sites'],
  references: { space: 'space', site: 'sites.*' },
  audit: null,
  restore: { fidelity: 'no', note: 'its space comes back; that a site keeps to it is set by hand' },
})
