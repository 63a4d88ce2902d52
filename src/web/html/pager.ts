/** Through a long list, some at a time: which of how many are shown, and links to those before and after. */
import { html } from 'hono/html'
import type { Html } from '../view.ts'
import { count } from './words.ts'

export interface Pager {
  /** How many stand before those that are shown. */
  from: number
  shown: number
  total: number
  /** Of a page. */
  most: number
  addressFrom(from: number): string
  /** What comes before and after, of a list in the order of time. */
  words?: readonly [before: string, after: string]
}

/** Empty where the page has all. */
export function pager({ from, shown, total, most, addressFrom, words }: Pager): Html | '' {
  if (from === 0 && shown >= total) return ''
  const [before, after] = words ?? ['previous', 'next']
  const range =
    shown === 0
      ? `none from ${count(from + 1)} on, of ${count(total)}`
      : `${count(from + 1)} to ${count(from + shown)} of ${count(total)}`
  const back = Math.max(0, Math.min(from, total) - most)
  return html`<nav class="bar" aria-label="Parts of this list">${from === 0 ? html`<span class="soft">« ${before}: none</span>` : html`<a rel="prev" href="${addressFrom(back)}">« ${before}</a>`}
<span>${range}</span>
${from + shown >= total || shown === 0 ? html`<span class="soft">${after}: none »</span>` : html`<a rel="next" href="${addressFrom(from + shown)}">${after} »</a>`}</nav>`
}
