/**
 * The addresses that a snapshot's spaces, collections and sites have, in the platform's application and where they are
 * published: what leads to one of these has to lead elsewhere in another organization.
 */
import { type Fields, recordOf, textOf } from '../model/fields.ts'

export const ADDRESSED = ['space', 'collection', 'site'] as const
const NAMES = ['app', 'published'] as const

export interface KnownAddress<Item> {
  url: string
  name: (typeof NAMES)[number]
  item: Item
}

/** The longest first, so that the first that fits is the nearest. */
export function knownAddresses<Item extends { readonly json: Fields }>(
  items: readonly Item[],
): readonly KnownAddress<Item>[] {
  const known = items.flatMap(item => {
    const urls = recordOf(item.json.urls)
    return NAMES.flatMap(name => {
      const url = textOf(urls?.[name])
      return url === null ? [] : [{ url: url.replace(/\/$/, ''), name, item }]
    })
  })
  return known.sort((a, b) => b.url.length - a.url.length)
}
