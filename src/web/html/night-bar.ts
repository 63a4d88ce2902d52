/** Night by night through the same view: the one before, and the one after. */
import { html } from 'hono/html'
import type { SnapshotSummary } from '../../model/snapshot.ts'
import type { NightAsked } from '../reading/asked.ts'
import type { Html } from '../view.ts'
import { night } from './words.ts'

export interface NightBar {
  /** Of the same view in another night. */
  addressAt(snapshot: number): string
  /** Whether that night has what is shown; default: every one. */
  has?(snapshot: number): boolean
}

export function nightBar(
  { nights, night: { snapshot }, platform }: NightAsked,
  { addressAt, has }: NightBar,
): Html {
  const link = (words: string, rel: string, of: SnapshotSummary | undefined) => {
    if (!of) return html`<span class="soft">${words}: none</span>`
    const name = html`<span class="soft">${night(of, platform.timezone)}</span>`
    return has?.(of.snapshot) === false
      ? html`<span class="soft">${words} ${name}: it is not there</span>`
      : html`<a href="${addressAt(of.snapshot)}" rel="${rel}">${words} ${name}</a>`
  }
  const before = nights.findLast(other => other.snapshot < snapshot)
  const after = nights.find(other => other.snapshot > snapshot)
  return html`<nav class="bar" aria-label="Other nights">${link('« night before', 'prev', before)} ${link('night after »', 'next', after)}</nav>`
}
