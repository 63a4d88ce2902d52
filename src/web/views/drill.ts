/** One drill, as its record has it. */
import { html } from 'hono/html'
import { formatBytes, formatDuration } from '../../model/format.ts'
import { drillWords } from '../../verify/drill-words.ts'
import { DRILLS } from '../addresses.ts'
import { count, moment, notice, words } from '../html/words.ts'
import { surveyOf } from '../reading/asked.ts'
import { drillsOf } from '../reading/drills.ts'
import { AuditorsOnly, NotThere } from '../reading/errors.ts'
import { organizationNamed } from '../reading/runs.ts'
import { type Html, view } from '../view.ts'
import { auditsIn } from '../visitor.ts'

const MOST_NAMED = 200

export const drill = view({
  path: `${DRILLS}/:platform/:record`,
  read(asked) {
    const [platform, record] = [asked.param('platform'), asked.param('record')]
    const found = drillsOf(asked).find(drill => drill.platform === platform && drill.name === record)
    if (!found) throw new NotThere(`there is no drill ${record} of ${platform}`)
    if (!auditsIn(asked.visitor, found.report.organization))
      throw new AuditorsOnly('the record of a drill', platform)
    return { platform, record, signature: found.valid ? 'valid' : 'invalid', report: found.report }
  },
  page({ platform, signature, report }, asked) {
    const of = organizationNamed(surveyOf(asked).organizations, {
      platform,
      organization: report.organization,
    })
    const timezone = of?.platform.timezone ?? 'UTC'
    const faults = report.faults ?? []
    const body = html`<h1>Drill ${report.drill}</h1>
<p>${words(drillWords(report))}</p>
${signature === 'valid' ? '' : notice('This record is not as it was signed: it proves nothing.')}
<dl class="facts"><dt>Organization</dt><dd>${of ? html`<a href="${of.to.home}">${words(of.title)}</a>` : words(report.organization)}</dd>
<dt>Night</dt><dd>${of ? html`<a href="${of.to.night(report.snapshot)}">#${report.snapshot}</a>` : `#${report.snapshot}`}</dd>
<dt>Begun</dt><dd>${moment(report.started, timezone)}</dd>
<dt>Restored into</dt><dd>${words(report.target)}</dd>
${report.from === null ? '' : html`<dt>Recovered from</dt><dd>${words(report.from.target)}, run ${report.from.run} of ${moment(report.from.created, timezone)}</dd>`}
<dt>Recovery</dt><dd>${formatDuration(report.recovery_ms)}, of ${formatDuration(report.duration_ms)} in all</dd>
<dt>Restored</dt><dd>${count(report.pages)} pages, ${count(report.files)} files, ${formatBytes(report.bytes)}</dd>
${report.faults === null ? '' : html`<dt>Made to fail</dt><dd>${faults.length === 0 ? 'nothing' : words(faults.join(', '))}</dd>`}</dl>
${named(
  'Damaged in the vault',
  report.damaged.map(({ kind, label, message }) => [kind, label, message]),
)}
${named(
  'Could not be put back',
  report.failures.map(({ kind, label, reason }) => [kind, label, reason]),
)}
${named(
  'Did not come back as they were',
  report.differences.map(({ kind, label, field }) => [kind, label, field]),
)}
<section><h2>By kind</h2><div class="scroll"><table class="rows"><thead><tr><th>kind</th><th>came back</th><th>without what is declared as lost</th><th>not</th><th>why</th></tr></thead><tbody>${report.kinds.map(kindRow)}</tbody></table></div></section>`
    return { title: `Drill ${report.drill}`, crumbs: [{ title: 'Drills', address: DRILLS }], body }
  },
})

type Row = readonly [kind: string, label: string, why: string]

function named(title: string, rows: readonly Row[]): Html | '' {
  if (rows.length === 0) return ''
  const more = rows.length - MOST_NAMED
  return html`<section><h2>${title}</h2><ul>${rows.slice(0, MOST_NAMED).map(([kind, label, why]) => html`<li>${kind} ${words(label)}: ${words(why)}</li>`)}</ul>${more > 0 ? html`<p class="soft">${count(more)} more; this page as JSON has all.</p>` : ''}</section>`
}

function kindRow({
  kind,
  full,
  part,
  not,
  reasons,
}: {
  kind: string
  full: number
  part: number
  not: number
  reasons: Readonly<Record<string, number>>
}): Html {
  const why = Object.entries(reasons).map(([reason, often]) => `${reason} (${count(often)})`)
  return html`<tr><td data-name="kind">${kind}</td><td data-name="came back" class="number">${count(full)}</td><td data-name="in part" class="number">${count(part)}</td><td data-name="not" class="number">${count(not)}</td><td data-name="why">${words(why.join('; '))}</td></tr>
`
}
