/** The calendar as a picture of one line, and as a table that leads to each night. The state is in the form, too: never colour alone. */
import { html } from 'hono/html'
import { plural } from '../../model/plural.ts'
import type { SnapshotState } from '../../model/snapshot.ts'
import type { Addresses } from '../addresses.ts'
import type { CalendarDay } from '../reading/calendar.ts'
import type { Html } from '../view.ts'

/** How deep a colour is: by the digits of the number of changes. */
function depthOf({ changes }: CalendarDay): number {
  return changes === 0 ? 0 : Math.min(4, String(changes).length)
}

const SIZE = 9
const STEP = 11

/** A path for all days that look alike: 371 of them take some kilobytes. */
export function calendarPicture(days: readonly CalendarDay[]): Html {
  const looks = Map.groupBy(days.entries(), ([, day]) => lookOf(day))
  const paths = [...looks].map(([look, own]) => {
    const squares = own.map(
      ([index]) => `M${Math.floor(index / 7) * STEP + 1} ${(index % 7) * STEP + 1}h${SIZE}v${SIZE}h-${SIZE}z`,
    )
    return html`<path class="${look}" d="${squares.join('')}"/>`
  })
  const width = Math.ceil(days.length / 7) * STEP + 1
  return html`<svg class="year" viewBox="0 0 ${width} ${7 * STEP + 1}" role="img" aria-label="${inWords(days)}">${paths}</svg>`
}

/** `297 of the last 365 days have a complete backup, 3 a partial one, 65 none`. */
export function inWords(days: readonly CalendarDay[]): string {
  const of = (wanted: CalendarDay['state']) => days.filter(({ state }) => state === wanted).length
  const parts = [`${of('complete')} of the last ${plural(days.length, 'day')} have a complete backup`]
  if (of('partial') > 0) parts.push(`${of('partial')} a partial one`)
  if (of('failed') > 0) parts.push(`${of('failed')} a failed one`)
  return [...parts, `${of(null)} none`].join(', ')
}

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const

/** A row for each day of the week, a column for each week. */
export function calendarTable(days: readonly CalendarDay[], to: Addresses): Html {
  const weeks = Array.from({ length: Math.ceil(days.length / 7) }, (_, week) =>
    days.slice(week * 7, week * 7 + 7),
  )
  const months = weeks.map((week, index) => {
    const [month, before] = [week[0]?.day.slice(0, 7), weeks[index - 1]?.[0]?.day.slice(0, 7)]
    return html`<td>${month === before || index > weeks.length - 3 ? '' : html`<span>${month?.slice(5)}</span>`}</td>`
  })
  const rows = DAYS.map(
    (
      name,
      at,
    ) => html`<tr><th scope="row">${at % 2 === 0 ? name : html`<span class="hidden">${name}</span>`}</th>${weeks.map(week => cellOf(week[at], to))}</tr>
`,
  )
  return html`<div class="scroll"><table class="calendar"><caption>${inWords(days)}</caption><tbody><tr aria-hidden="true"><td></td>${months}</tr>${rows}</tbody></table></div>`
}

/** Nothing of the usual one: with the short names of `lookOf` that is a fifth of a page of a year. */
function stateWords(state: SnapshotState): string {
  return state === 'complete' ? '' : `${state}, `
}

/** A year of them: what a link is called is its title, and nothing is said twice. */
function cellOf(day: CalendarDay | undefined, to: Addresses): Html {
  if (day === undefined) return html`<td></td>`
  const { snapshot, state, changes } = day
  const title =
    state === null ? `${day.day}: no backup` : `${day.day}: ${stateWords(state)}${plural(changes, 'change')}`
  return snapshot === null
    ? html`<td class="none" title="${title}"></td>`
    : html`<td class="${lookOf(day)}"><a href="${to.night(snapshot)}" title="${title}"></a></td>`
}

function lookOf(day: CalendarDay): string {
  if (day.state === null) return 'none'
  return day.state === 'complete' ? `c${depthOf(day)}` : `${day.state} d${depthOf(day)}`
}
