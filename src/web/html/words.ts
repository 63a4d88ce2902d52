/** Names, times and numbers as every view has them. */
import { html } from 'hono/html'
import { formatLocal } from '../../model/local-time.ts'
import type { SnapshotSummary } from '../../model/snapshot.ts'
import type { Addresses } from '../addresses.ts'
import type { Html } from '../view.ts'

/** Words of somebody else: whatever is in them, the direction of the text around them stays. */
export function words(text: string): Html {
  return html`<bdi>${text}</bdi>`
}

export function moment(iso: string, timezone: string): Html {
  return html`<time datetime="${iso}" title="${iso}">${formatLocal(iso, timezone).slice(0, 16)}</time>`
}

/** Its state in a word and a colour. */
export function stateOf({ state }: Pick<SnapshotSummary, 'state'>): Html {
  return html`<span class="state ${state}">${state}</span>`
}

export interface NightName {
  snapshot: number
  started: string | null
}

/** `#41, 2026-03-02 02:00`. */
export function night({ snapshot, started }: NightName, timezone: string): Html {
  return started === null ? html`#${snapshot}` : html`#${snapshot}, ${moment(started, timezone)}`
}

export function nightLink(name: NightName, to: Addresses, timezone: string): Html {
  return html`<a href="${to.night(name.snapshot)}">${night(name, timezone)}</a>`
}

export function count(number: number): string {
  return number.toLocaleString('en-US')
}

export function notice(text: Html | string): Html {
  return html`<p class="notice">${text}</p>`
}

/** A view that has nothing says what would bring something. */
export function empty(what: Html | string, next: Html | string = ''): Html {
  return html`<div class="empty"><p>${what}</p>${next === '' ? '' : html`<p>${next}</p>`}</div>`
}
