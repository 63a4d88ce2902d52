/** What a daemon says of itself, as several views show it: what is wrong, what comes next, what is under way. */
import { html } from 'hono/html'
import { type Anomaly, ackCommand } from '../../model/anomaly.ts'
import type { RunRecord } from '../../queue/history.ts'
import { type Addresses, runsAddress } from '../addresses.ts'
import type { OrganizationAsked } from '../reading/asked.ts'
import { organizationNamed } from '../reading/runs.ts'
import type { Agenda, WebCondition } from '../source.ts'
import type { Html } from '../view.ts'
import { moment, words } from './words.ts'

/** Empty where nothing is wrong. `timezone`: of the times. */
export function conditionList(conditions: readonly WebCondition[], timezone: string): Html | '' {
  if (conditions.length === 0) return ''
  const rows = conditions.map(
    ({ title, text, advice, since, path }) =>
      html`<li><strong>${words(title)}</strong> <span class="soft">since ${moment(new Date(since).toISOString(), timezone)}</span><br>${words(text)}<br><span class="soft">${words(advice)}</span>${path === undefined ? '' : html` <a href="${path}">What changed</a>`}</li>
`,
  )
  return html`<section class="notice" aria-label="What is wrong now"><h2>What is wrong now</h2><ul>${rows}</ul></section>`
}

/** Open ones, each with what somebody does about it. Empty where there is none. */
export function anomalyList(
  anomalies: readonly Anomaly[],
  { to, timezone }: { to: Addresses; timezone: string },
): Html | '' {
  if (anomalies.length === 0) return ''
  const rows = anomalies.map(
    anomaly =>
      html`<li><strong>${words(anomaly.text)}</strong> <span class="soft">found ${moment(anomaly.at, timezone)}</span><br><a href="${to.changes(anomaly.before, anomaly.snapshot)}">What changed</a>, and in it what takes it back<br><span class="soft">Until somebody has looked, nothing of this organization is forgotten or pruned: <code>${ackCommand(anomaly)}</code></span></li>
`,
  )
  return html`<section class="notice" aria-label="Anomalies"><h2>Nobody does this by accident</h2><ul>${rows}</ul></section>`
}

/** What the schedule begins next, in the zone of the schedules. */
export function nextList({ next }: Agenda, timezone: string): Html {
  if (next.length === 0)
    return html`<p class="soft">No job has a schedule: nothing is backed up by itself. <code>schedules.backup</code> sets one.</p>`
  const rows = next.toSorted((a, b) => a.next.localeCompare(b.next))
  return html`<ul class="runs">${rows.map(({ job, cron, next: at }) => html`<li>${job}: ${moment(at, timezone)} <span class="soft">(<code>${cron}</code>, ${timezone})</span></li>`)}</ul>`
}

export function activeList(
  agenda: Agenda,
  organizations: readonly OrganizationAsked[],
  platform: string,
): Html | '' {
  if (agenda.active.length === 0) return ''
  const rows = agenda.active.map(({ job, organization, state, started }) => {
    const of = organizationNamed(organizations, { platform, organization })
    const name = of ? html` of ${words(of.title)}` : ''
    return html`<li>${job}${name}: ${state === 'waiting' ? 'waits for another run' : 'works'}, since ${moment(started, of?.platform.timezone ?? 'UTC')}</li>`
  })
  return html`<ul class="runs">${rows}</ul>`
}

/** A word, in the colour of how well it went. */
export function outcomeOf({ outcome }: Pick<RunRecord, 'outcome'>): Html {
  return html`<span class="state ${OUTCOME_COLORS[outcome]}">${outcome}</span>`
}

const OUTCOME_COLORS: Readonly<Record<RunRecord['outcome'], string>> = {
  done: 'complete',
  complete: 'complete',
  unchanged: 'complete',
  partial: 'partial',
  skipped: 'partial',
  cancelled: 'partial',
  differences: 'partial',
  missed: 'partial',
  damage: 'failed',
  failed: 'failed',
}

export function runsLink(org: string | null, job: string | null, text: string): Html {
  return html`<a href="${runsAddress({ org, job })}">${text}</a>`
}
