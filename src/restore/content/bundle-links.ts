/**
 * Links of the table of contents, in a bundle: it says addresses alone. One that leads to something of the platform
 * comes as a link to the address that the platform said of it, and where it said none not at all.
 */
import { isWritable } from '../../bundle/render-summary.ts'
import { recordOf, textOf } from '../../model/fields.ts'
import { addressOf } from '../../space/bundle-source.ts'
import type { StateItem } from '../state.ts'
import type { Way } from './capabilities.ts'

export const AS_ADDRESS = 'a bundle says addresses alone: it comes as a link to the address that it had'

/** Null: it comes, or is no link. */
export function whyUnsaid(way: Way, { json }: Pick<StateItem, 'json'>): string | null {
  if (way === 'batch' || json.type !== 'link' || isWritable({ url: addressOf(json) })) return null
  const kind = textOf(recordOf(json.target)?.kind)
  return `it leads to ${kind === null ? 'no address' : `a ${kind}`}, and a bundle says links to addresses alone: add it by hand`
}

/** It comes as another link. */
export function comesAsAddress(way: Way, { json }: Pick<StateItem, 'json'>): boolean {
  return way !== 'batch' && json.type === 'link' && textOf(recordOf(json.target)?.url) === null
}
