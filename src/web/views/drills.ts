/** Drills, by their signed records, the newest first: what was restored for a trial, how long that took, and what did not come back. */
import { html } from 'hono/html'
import { formatDuration } from '../../model/format.ts'
import { plural } from '../../model/plural.ts'
import { DRILLS, drillAddress, withQuery } from '../addresses.ts'
import { pager } from '../html/pager.ts'
import { count, empty, moment, nightLink, words } from '../html/words.ts'
import { numberIn, type OrganizationAsked, surveyOf } from '../reading/asked.ts'
import { type DrillRead, drillsOf } from '../reading/drills.ts'
import { organizationNamed } from '../reading/runs.ts'
import { type Html, view } from '../view.ts'
import { auditsIn } from '../visitor.ts'

const MOST_ROWS = 50

export const drills = view({
  path: DRILLS,
  read(asked) {
    const all = drillsOf(asked)
    const from = numberIn(asked, 'from') ?? 0
    return { from, total: all.length, drills: all.slice(from, from + MOST_ROWS).map(lineOf) }
  },
  page({ from, total, drills: shown }, asked) {
    const { organizations } = surveyOf(asked)
    const rows = shown.map(line =>
      rowOf(line, organizationNamed(organizations, line), auditsIn(asked.visitor, line.organization)),
    )
    const body = html`<h1>Drills</h1>
<p class="soft">A drill restores a night into an organization that has nothing, reads that back, and compares. Each leaves a record that is signed.</p>
${rows.length === 0 ? empty('No drill was made yet.', html`<code>docvault drill</code> makes one in this machine's memory; <code>schedules.drill</code> has the daemon make them.`) : html`<div class="scroll"><table class="rows"><thead><tr><th>begun</th><th>organization</th><th>night</th><th>result</th><th>recovery</th><th>pages</th><th>files</th><th>against</th><th>record</th></tr></thead><tbody>${rows}</tbody></table></div>`}
${pager({ from, shown: rows.length, total, most: MOST_ROWS, addressFrom: start => withQuery(DRILLS, { from: start || null }), words: ['newer', 'older'] })}`
    return { title: 'Drills', crumbs: [], body }
  },
})

type DrillLine = ReturnType<typeof lineOf>

function lineOf({ platform, name, valid, report }: DrillRead) {
  const { organization, snapshot, started, target, drill, passed, recovery_ms, pages, files } = report
  const failures = report.damaged.length + report.failures.length + report.differences.length
  return {
    ...{ platform, organization, record: name, signature: valid ? 'valid' : 'invalid' },
    ...{ snapshot, started, target, drill, passed, recovery_ms, pages, files, not_as_they_were: failures },
  }
}

/** `audits`: a record names people. */
function rowOf(line: DrillLine, of: OrganizationAsked | undefined, audits: boolean): Html {
  const { platform, organization, record, signature, snapshot, started, target } = line
  const timezone = of?.platform.timezone ?? 'UTC'
  const night = of?.backups.find(backup => backup.snapshot === snapshot)
  const result = line.passed
    ? html`<span class="state complete">passed</span>`
    : html`<span class="state failed">failed</span>: ${plural(line.not_as_they_were, 'thing')}`
  return html`<tr><td data-name="begun">${moment(started, timezone)}</td><td data-name="organization">${of ? html`<a href="${of.to.home}">${words(of.title)}</a>` : words(organization)}</td><td data-name="night">${of && night ? nightLink(night, of.to, timezone) : `#${snapshot}`}</td><td data-name="result">${result}</td><td data-name="recovery" class="number">${formatDuration(line.recovery_ms)}</td><td data-name="pages" class="number">${count(line.pages)}</td><td data-name="files" class="number">${count(line.files)}</td><td data-name="against">${words(target)}</td><td data-name="record">${audits ? html`<a href="${drillAddress(platform, record)}">drill ${line.drill}</a>` : `drill ${line.drill}`}${signature === 'valid' ? '' : html` <strong>not as it was signed</strong>`}</td></tr>
`
}
