/**
 * What is the same of every kind that is a plain list of a site: how it is asked for, how it is proved that one is gone.
 * Its declaration says where the list is, and needs no operation of the client's own.
 */
import type { PlainItem, PlainList } from '../platform/operations/plain-lists.ts'
import type { ListedResource } from './resource.ts'
import type { KnownSite } from './site.ts'

type OfPlainList = Pick<
  ListedResource<PlainItem, KnownSite, never>,
  'plainList' | 'needs' | 'list' | 'absence' | 'id' | 'references'
>

export function plainListOfSite(plainList: PlainList): OfPlainList & { parent: 'site'; api: string } {
  const placeOf = (organization: { id: string }, site: { id: string }) => [
    'orgs',
    organization.id,
    'sites',
    site.id,
  ]
  return {
    parent: 'site',
    api: '4.7',
    plainList,
    needs: plainList.list,
    list: (platform, { organization, parent }) =>
      platform.plainLists.list(placeOf(organization, parent), plainList),
    absence: {
      isGone: async (platform, { id }, { organization, parent }) =>
        (await platform.plainLists.find(placeOf(organization, parent), plainList, id)) === null,
    },
    id: item => item.id,
    references: {},
  }
}
