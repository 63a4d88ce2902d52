/** An organization: its year, and its nights with what keeps each. */
import { html } from 'hono/html'
import { isOpen } from '../../model/anomaly.ts'
import { plural } from '../../model/plural.ts'
import type { SnapshotSummary } from '../../model/snapshot.ts'
import { MEMBERSHIP } from '../../resources/people.ts'
import { withQuery } from '../addresses.ts'
import { calendarTable } from '../html/calendar.ts'
import { anomalyList, conditionList, nextList, runsLink } from '../html/operations.ts'
import { pager } from '../html/pager.ts'
import { count, empty, nightLink, stateOf, words } from '../html/words.ts'
import { numberIn, type OrganizationAsked, organizationOf } from '../reading/asked.ts'
import { calendarOf } from '../reading/calendar.ts'
import { conditionsFor, conditionsOf } from '../reading/conditions.ts'
import { reasonsIn } from '../reading/reasons.ts'
import { type Html, view } from '../view.ts'
import { seesKind } from '../visitor.ts'

interface NightRow
  extends Pick<SnapshotSummary, 'snapshot' | 'state' | 'started' | 'added' | 'modified' | 'removed'> {
  gaps: number
  resources: number
  tags: readonly string[]
  /** Why it is kept; empty: it is forgotten, or will be. */
  kept_by: readonly string[]
  forgotten: boolean
}

/** Of the page with the calendar, which takes most of its size; and of those of older nights, which have none. */
const FIRST_ROWS = 10
const MOST_ROWS = 40

export const organization = view({
  path: '/o/:org',
  read(asked) {
    const found = organizationOf(asked)
    const { key, id, title, platform, backups } = found
    const before = numberIn(asked, 'before')
    const most = before === null ? FIRST_ROWS : MOST_ROWS
    const older = backups.filter(({ snapshot }) => before === null || snapshot < before).toReversed()
    return {
      ...{ organization: id, title, platform: platform.name },
      calendar: calendarOf(backups, { now: asked.source.now(), timezone: platform.timezone }),
      nights: rowsOf(found, older.slice(0, most)),
      ...{ total: backups.length, from: backups.length - older.length },
      /** To be given as `before` for those that are older. */
      next: older.length > most ? (older[most - 1]?.snapshot ?? null) : null,
      pruned: found.vault.pruned({ organization: id }).length,
      // Those that are open are read from the vault, where no daemon watches as well.
      conditions: conditionsOf(found, conditionsFor(asked) ?? []).filter(({ kind }) => kind !== 'anomaly'),
      anomalies: found.vault.anomalies().filter(anomaly => anomaly.organization === id && isOpen(anomaly)),
      /** Of the platform. */
      next_runs: platform.agenda?.next ?? [],
      key,
    }
  },
  page({ title, calendar, nights, total, from, next, pruned, key, conditions, anomalies }, asked) {
    const { id, to, platform, backups, nights: sealed } = organizationOf(asked)
    const { agenda, timezone } = platform
    const [newest] = sealed.slice(-1)
    const rows = nights.map(row => rowOf(row, { to, timezone, sealed }))
    const body = html`<h1>${words(title)}</h1>
${newest ? links(newest, { to, sealed, sees: seesKind(asked.visitor, id, MEMBERSHIP) }) : ''}
${from > 0 ? '' : html`${anomalyList(anomalies, { to, timezone })}${conditionList(conditions, timezone)}`}${from > 0 ? '' : html`<section><h2>The last year</h2>${calendarTable(calendar, to)}</section>`}
<section><h2>Nights</h2>
${rows.length === 0 ? empty('No night is kept.', 'Run docvault backup.') : html`<div class="scroll"><table class="rows"><thead><tr><th>night</th><th>state</th><th>changes</th><th>resources</th><th>gaps</th><th>kept by</th></tr></thead><tbody>${rows}</tbody></table></div>`}
${nightPager({ from, shown: rows.length, total, next }, { to, backups })}
${pruned === 0 ? '' : html`<p class="soft">${plural(pruned, 'older night was', 'older nights were')} pruned: what ${pruned === 1 ? 'it' : 'they'} alone had is gone.</p>`}</section>
${agenda === null || from > 0 ? '' : html`<section><h2>What comes next</h2>${nextList(agenda, timezone)}<p class="actions">${runsLink(key, null, 'What ran')}</p></section>`}`
    return { title, crumbs: [], body }
  },
})

interface Shown {
  from: number
  shown: number
  total: number
  next: number | null
}

/** By number, and not by how many stand before: a night that comes meanwhile moves nothing. */
function nightPager(
  { from, shown, total, next }: Shown,
  { to, backups }: Pick<OrganizationAsked, 'to' | 'backups'>,
): Html | '' {
  const newest = backups.toReversed()
  const addressFrom = (start: number) => {
    const above = start === from + shown ? next : newest[start - 1]?.snapshot
    return start === 0 ? to.home : withQuery(to.home, { before: above })
  }
  return pager({ from, shown, total, most: MOST_ROWS, addressFrom, words: ['newer', 'older'] })
}

type Place = Pick<OrganizationAsked, 'to'> & { timezone: string; sealed: readonly SnapshotSummary[] }

/** `sees`: whether what was restored is shown, which names people. */
function links(
  { snapshot }: SnapshotSummary,
  { to, sealed, sees }: Omit<Place, 'timezone'> & { sees: boolean },
): Html {
  const before = sealed.at(-2)
  return html`<p class="actions"><a href="${to.night(snapshot)}">The newest night</a>${before ? html` <a href="${to.changes(before.snapshot, snapshot)}">What changed last</a>` : ''} <a href="${to.lost()}">What is gone</a> <a href="${to.search}">Search</a>${sees ? html` <a href="${to.restores}">Restores</a>` : ''}</p>`
}

function rowsOf(organization: OrganizationAsked, shown: readonly SnapshotSummary[]): NightRow[] {
  const reasons = reasonsIn(organization)
  return shown.map(summary => {
    const { snapshot, state, started, added, modified, removed, gaps, tags = [], forgotten } = summary
    return {
      ...{ snapshot, state, started, added, modified, removed, tags },
      gaps: gaps.length,
      resources: Object.values(summary.resources).reduce((sum, number) => sum + number, 0),
      kept_by: reasons.get(snapshot) ?? [],
      forgotten: forgotten !== undefined,
    }
  })
}

function rowOf(row: NightRow, { to, timezone, sealed }: Place): Html {
  const { snapshot, added, modified, removed, tags, kept_by: keptBy } = row
  const before = sealed.findLast(other => other.snapshot < snapshot)
  const changes = added + modified + removed
  const words_ = `+${count(added)} △${count(modified)} −${count(removed)}`
  return html`<tr><td data-name="night">${nightLink(row, to, timezone)}${tags.map(tag => html` <span class="tag">${words(tag)}</span>`)}</td><td data-name="state">${stateOf(row)}</td><td data-name="changes">${before && changes > 0 ? html`<a href="${to.changes(before.snapshot, snapshot)}">${words_}</a>` : changes === 0 ? 'none' : words_}</td><td data-name="resources" class="number">${count(row.resources)}</td><td data-name="gaps" class="number">${row.gaps === 0 ? '' : html`<a href="${to.night(snapshot)}#gaps">${row.gaps}</a>`}</td><td data-name="kept by">${row.forgotten ? html`<strong>forgotten</strong>` : keptBy.length === 0 ? 'nothing: the policy does not keep it' : words(keptBy.join(', '))}</td></tr>
`
}
