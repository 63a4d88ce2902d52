/**
 * Addresses of the platform's own application and of published content, old → new, from the `urls` of everything that
 * is in both. Foreign addresses are left alone.
 */

import { textOf } from '../../model/fields.ts'
import type { Kind } from '../../model/resource.ts'
import type { IdTable } from '../match/ids.ts'
import type { OrganizationState } from '../state.ts'

/** Asked at the time of use, since ids become known on the way. `appOf` answers the new address of an object. */
export function makeMapUrl(
  source: OrganizationState,
  ids: IdTable,
  urlsOf: (kind: Kind, id: string) => Readonly<Record<string, unknown>> | null,
): (url: string) => string {
  const known = source.addresses()
  if (known.length === 0) return url => url
  return url => {
    if (!/^https?:/.test(url)) return url
    const match = known.find(
      address =>
        url === address.url || url.startsWith(`${address.url}/`) || url.startsWith(`${address.url}#`),
    )
    if (match === undefined) return url
    const target = ids.of(match.item)?.target
    const next = target === undefined ? null : textOf(urlsOf(match.item.kind, target)?.[match.name])
    return next === null ? url : next.replace(/\/$/, '') + url.slice(match.url.length)
  }
}
