/** Reports for auditors that were made and entered in the ledger, the newest first. */
import { html } from 'hono/html'
import { DocvaultError } from '../../model/errors.ts'
import { REPORTS, withQuery } from '../addresses.ts'
import { pager } from '../html/pager.ts'
import { count, empty, moment, nightLink, words } from '../html/words.ts'
import { numberIn, type OrganizationAsked, surveyOf } from '../reading/asked.ts'
import { type ReportRead, reportsOf } from '../reading/reports.ts'
import { organizationNamed } from '../reading/runs.ts'
import { type Html, view } from '../view.ts'

const MOST_ROWS = 50

export const reports = view({
  path: REPORTS,
  read(asked) {
    if (asked.visitor.audits?.length === 0)
      throw new DocvaultError('forbidden', 'reports are for auditors', {
        hint: 'whoever runs this server gives roles to groups (server.roles)',
      })
    const all = reportsOf(asked)
    const from = numberIn(asked, 'from') ?? 0
    return { from, total: all.length, reports: all.slice(from, from + MOST_ROWS) }
  },
  page({ from, total, reports: shown }, asked) {
    const { organizations } = surveyOf(asked)
    const rows = shown.map(report => rowOf(report, organizationNamed(organizations, report)))
    const body = html`<h1>Reports</h1>
<p class="soft">Each report that was ever made is an entry of the ledger, each entry chained to the one before. <code>docvault audit verify FILE</code> says whether a file is what was written then.</p>
${rows.length === 0 ? empty('No report was made yet.', html`<code>docvault audit changes</code> makes one of any period; <code>schedules.auditReport</code> has the daemon make them.`) : html`<div class="scroll"><table class="rows"><thead><tr><th>entry</th><th>made</th><th>report</th><th>organization</th><th>nights</th><th>findings</th><th>files</th><th>signed</th></tr></thead><tbody>${rows}</tbody></table></div>`}
${pager({ from, shown: rows.length, total, most: MOST_ROWS, addressFrom: start => withQuery(REPORTS, { from: start || null }), words: ['newer', 'older'] })}`
    return { title: 'Reports', crumbs: [], body }
  },
})

function rowOf(row: ReportRead, of: OrganizationAsked | undefined): Html {
  const { number, at, report, organization, snapshots, counts, partial, files, signed } = row
  const timezone = of?.platform.timezone ?? 'UTC'
  const nights = snapshots.map(({ snapshot }) => {
    const known = of?.backups.find(backup => backup.snapshot === snapshot)
    return of && known ? html`${nightLink(known, of.to, timezone)} ` : html`#${snapshot} `
  })
  const found = Object.entries(counts).flatMap(([severity, often]) =>
    often === 0 ? [] : [`${count(often)} ${severity}`],
  )
  return html`<tr><td data-name="entry" class="number">${number}</td><td data-name="made">${moment(at, timezone)}</td><td data-name="report">${report}${partial ? ' (partial)' : ''}</td><td data-name="organization">${of ? html`<a href="${of.to.home}">${words(of.title)}</a>` : words(organization)}</td><td data-name="nights">${nights}</td><td data-name="findings">${found.length === 0 ? 'none' : found.join(', ')}</td><td data-name="files">${files.length === 0 ? 'none' : files.join(', ')}</td><td data-name="signed">${signed ? 'yes' : 'no'}</td></tr>
`
}
