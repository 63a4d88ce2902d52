/** Runs of jobs, the newest first, those that failed and those that were missed among them; and what comes next. */
import { html } from 'hono/html'
import { formatDuration } from '../../model/format.ts'
import { RUNS, runsAddress } from '../addresses.ts'
import { activeList, nextList, outcomeOf } from '../html/operations.ts'
import { pager } from '../html/pager.ts'
import { empty, moment, nightLink, words } from '../html/words.ts'
import { type Asked, numberIn, type OrganizationAsked, surveyOf } from '../reading/asked.ts'
import { organizationNamed, type RunRead, runsOf } from '../reading/runs.ts'
import { type Html, view } from '../view.ts'

const MOST_ROWS = 50

interface RunLine extends RunRead {
  duration_ms: number
}

export const runs = view({
  path: RUNS,
  read(asked) {
    const { organizations } = surveyOf(asked)
    const [org, job] = [asked.query('org') ?? '', asked.query('job') ?? '']
    const chosen = organizations.find(({ key }) => key === org)
    const seen = runsOf(asked)
    const all = seen.filter(
      run =>
        (job === '' || run.job === job) &&
        (org === '' || (chosen !== undefined && organizationNamed([chosen], run) !== undefined)),
    )
    const from = numberIn(asked, 'from') ?? 0
    return {
      ...{ org, job, from, total: all.length },
      jobs: [...new Set(seen.map(run => run.job))].sort(),
      runs: all.slice(from, from + MOST_ROWS).map(lineOf),
    }
  },
  page({ org, job, jobs, from, total, runs: shown }, asked) {
    const { organizations } = surveyOf(asked)
    const rows = shown.map(run => rowOf(run, organizationNamed(organizations, run)))
    const nothing =
      org === '' && job === ''
        ? empty(
            'No run is known.',
            'A daemon writes its runs into the vault. Backups by hand are nights of their organization.',
          )
        : empty('No such run is known.', html`<a href="${RUNS}">All runs</a>`)
    const body = html`<h1>Runs</h1>
${agendas(asked, organizations)}
${chooser({ org, job, jobs }, organizations)}
${rows.length === 0 ? nothing : html`<div class="scroll"><table class="rows"><thead><tr><th>ended</th><th>job</th><th>organization</th><th>outcome</th><th>took</th><th>night</th><th>what it says</th></tr></thead><tbody>${rows}</tbody></table></div>`}
${pager({ from, shown: rows.length, total, most: MOST_ROWS, addressFrom: start => runsAddress({ org, job, from: start }), words: ['newer', 'older'] })}
<p class="soft">Of each job and organization the last 200 are kept; of runs one after another that found nothing new, the last.</p>`
    return { title: 'Runs', crumbs: [], body }
  },
})

function lineOf(run: RunRead): RunLine {
  return { ...run, duration_ms: Date.parse(run.finished) - Date.parse(run.started) }
}

/** Of platforms, and so for who sees all that is in them. */
function agendas({ source, visitor }: Asked, organizations: readonly OrganizationAsked[]): Html[] {
  if (visitor.sees !== null) return []
  const platforms = source.platforms()
  return platforms.flatMap(({ name, agenda, timezone }) =>
    agenda === null
      ? []
      : [
          html`<section><h2>${platforms.length > 1 ? html`${words(name)}: what` : 'What'} comes next</h2>${activeList(agenda, organizations, name)}${nextList(agenda, timezone)}</section>`,
        ],
  )
}

interface Choice {
  org: string
  job: string
  jobs: readonly string[]
}

function chooser({ org, job, jobs }: Choice, organizations: readonly OrganizationAsked[]): Html {
  const option = (value: string, text: string | Html, chosen: string) =>
    html`<option value="${value}"${value === chosen ? html` selected` : ''}>${text}</option>`
  return html`<form action="${RUNS}" class="line"><label>Organization <select name="org">${option('', 'all', org)}${organizations.map(({ key, title }) => option(key, title, org))}</select></label> <label>Job <select name="job">${option('', 'all', job)}${jobs.map(name => option(name, name, job))}</select></label> <button>Show</button></form>`
}

function rowOf(run: RunLine, of: OrganizationAsked | undefined): Html {
  const { job, finished, outcome, duration_ms, snapshot, message, organization, trigger } = run
  const timezone = of?.platform.timezone ?? 'UTC'
  const started = of?.backups.find(night => night.snapshot === snapshot)?.started ?? null
  return html`<tr><td data-name="ended">${moment(finished, timezone)}</td><td data-name="job">${job}${trigger === 'schedule' ? '' : html` <span class="soft">${trigger}</span>`}</td><td data-name="organization">${of ? html`<a href="${of.to.home}">${words(of.title)}</a>` : (organization ?? '')}</td><td data-name="outcome">${outcomeOf({ outcome })}</td><td data-name="took" class="number">${outcome === 'missed' ? '' : formatDuration(duration_ms)}</td><td data-name="night">${snapshot === null || !of ? (snapshot ?? '') : nightLink({ snapshot, started }, of.to, timezone)}</td><td data-name="what it says">${words(message)}</td></tr>
`
}
