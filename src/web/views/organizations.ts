/** The front page: every organization, the worst first, with its year. */
import { html } from 'hono/html'
import { formatAge } from '../../model/format.ts'
import { plural } from '../../model/plural.ts'
import { isSealed, type SnapshotSummary } from '../../model/snapshot.ts'
import { calendarPicture } from '../html/calendar.ts'
import { conditionList } from '../html/operations.ts'
import { empty, night, notice, stateOf, words } from '../html/words.ts'
import { type Asked, type OrganizationAsked, surveyOf } from '../reading/asked.ts'
import { type CalendarDay, calendarOf } from '../reading/calendar.ts'
import { conditionsFor } from '../reading/conditions.ts'
import type { WebCondition } from '../source.ts'
import { type Html, view } from '../view.ts'

interface OrganizationLine {
  organization: string
  title: string
  platform: string
  newest: NightLine | null
  /** The newest that has everything. */
  complete: NightLine | null
  snapshots: number
  /** How many conditions are of it; null: nobody watches. */
  wrong: number | null
  /** Of those whose picture is shown. */
  calendar: readonly CalendarDay[] | null
  address: string
}

interface NightLine extends Pick<SnapshotSummary, 'snapshot' | 'state' | 'started'> {
  gaps: number
  age_ms: number
}

/** More would make the page large. */
const MOST_PICTURES = 6

export const organizations = view({
  path: '/',
  read(asked) {
    const now = asked.source.now()
    const { organizations: found, troubles } = surveyOf(asked)
    const conditions = conditionsFor(asked)
    const all = found.map(organization => lineOf(organization, { now, conditions })).sort(worstFirst)
    return {
      organizations: all.map(
        ({ line, asked: { backups, platform } }, index): OrganizationLine => ({
          ...line,
          calendar: index < MOST_PICTURES ? calendarOf(backups, { now, timezone: platform.timezone }) : null,
        }),
      ),
      /** Platforms whose vaults cannot be read, or are not there yet. */
      troubles: troubles.map(({ platform, error }) => ({
        platform,
        message: error.message,
        hint: error.hint ?? null,
      })),
      /** What a daemon says is wrong; null: none watches. */
      conditions,
      timezones: timezonesOf(asked, found),
    }
  },
  page({ organizations: all, troubles, conditions, timezones }) {
    const list = all.map(line => itemOf(line, timezones[line.platform] ?? 'UTC'))
    const nothing = empty(
      'No organization has been backed up yet.',
      'Run docvault backup, or wait for its schedule.',
    )
    return {
      title: 'Organizations',
      crumbs: [],
      body: html`<h1>Organizations</h1>${troubles.map(({ platform, message, hint }) => notice(`${platform}: ${message}${hint === null ? '' : `; ${hint}`}`))}${conditionList(conditions ?? [], Object.values(timezones)[0] ?? 'UTC')}${all.length === 0 ? nothing : html`<ul class="cards">${list}</ul>`}`,
    }
  },
})

interface Line {
  line: Omit<OrganizationLine, 'calendar'>
  asked: OrganizationAsked
}

function lineOf(
  asked: OrganizationAsked,
  { now, conditions }: { now: number; conditions: readonly WebCondition[] | null },
): Line {
  const { key, title, platform, backups, nights, to } = asked
  const nightLine = (summary: SnapshotSummary | undefined): NightLine | null =>
    summary
      ? {
          snapshot: summary.snapshot,
          state: summary.state,
          started: summary.started,
          gaps: summary.gaps.length,
          age_ms: now - Date.parse(summary.started),
        }
      : null
  return {
    asked,
    line: {
      ...{ organization: key, title, platform: platform.name, snapshots: nights.length, address: to.home },
      newest: nightLine(backups.at(-1)),
      complete: nightLine(nights.findLast(({ state }) => state === 'complete')),
      wrong:
        conditions?.filter(
          ({ platform: of, organization }) => of === platform.name && organization === asked.id,
        ).length ?? null,
    },
  }
}

/** What something is wrong with, what has no complete backup, then what has the oldest. */
function worstFirst({ line: a }: Line, { line: b }: Line): number {
  const isWrong = ({ wrong }: Line['line']) => Number((wrong ?? 0) > 0)
  const age = ({ complete }: Line['line']) => complete?.age_ms ?? Number.MAX_SAFE_INTEGER
  return isWrong(b) - isWrong(a) || age(b) - age(a) || (a.title < b.title ? -1 : 1)
}

function itemOf(line: OrganizationLine, timezone: string): Html {
  const { title, address, newest, complete, snapshots, calendar } = line
  const age = complete && formatAge(complete.age_ms)
  return html`<li><h2><a href="${address}">${words(title)}</a></h2>
<p>${newest === null ? 'no backup' : html`${stateOf(newest)} ${night(newest, timezone)}${newest.gaps > 0 ? html`, ${plural(newest.gaps, 'gap')}` : ''}`}</p>
<p class="soft">${complete === null ? html`<strong>no complete backup</strong>` : html`last complete ${age}`} · ${plural(snapshots, 'night')}${newest !== null && !isSealed(newest) ? ' · one more is not done' : ''}</p>
${calendar === null ? '' : calendarPicture(calendar)}</li>
`
}

/** By name of the platform, of those that are shown. */
function timezonesOf(
  { source, visitor }: Asked,
  shown: readonly OrganizationAsked[],
): Record<string, string> {
  const platforms = visitor.sees === null ? source.platforms() : shown.map(({ platform }) => platform)
  return Object.fromEntries(platforms.map(({ name, timezone }) => [name, timezone]))
}
