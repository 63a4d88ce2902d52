/** What a restore did, as it was read back; and the way to undo it. */
import { html } from 'hono/html'
import { z } from 'zod'
import { plural } from '../../model/plural.ts'
import { MEMBERSHIP } from '../../resources/people.ts'
import { differencesOf, outcomeOf, scopeOf } from '../../restore/run-words.ts'
import { formToken } from '../html/form-token.ts'
import { mayRestore } from '../html/restore-parts.ts'
import { moment, notice, words } from '../html/words.ts'
import { type Asked, assertSees, nightIn, type OrganizationAsked, organizationOf } from '../reading/asked.ts'
import { NotThere } from '../reading/errors.ts'
import { calledIn } from '../reading/titles.ts'
import { type Html, view } from '../view.ts'
import { seesIn } from '../visitor.ts'

/** What is shown of the report that a run leaves; null where it left none of this form. */
const about = { kind: z.string(), label: z.string() }
const reportSchema = z.object({
  outcome: z.object({
    done: z.number(),
    failures: z.array(z.object({ ...about, action: z.string(), reason: z.string() })),
    notes: z.array(z.object({ ...about, words: z.string() })),
  }),
  verification: z.object({
    kinds: z.array(
      z.object({
        kind: z.string(),
        full: z.number(),
        part: z.number(),
        not: z.number(),
        reasons: z.record(z.string(), z.number()),
      }),
    ),
    differences: z.array(z.object({ ...about, source: z.string(), field: z.string() })),
    references: z.object({ total: z.number(), broken: z.number(), brokenBefore: z.number() }),
  }),
})
type Report = z.infer<typeof reportSchema>

const MOST_LINES = 300

export const restoreReport = view({
  path: '/o/:org/restore/done/:restore',
  read(asked) {
    const organization = organizationOf(asked)
    const { vault, id } = organization
    // It names people, as what they stand in does.
    assertSees(asked, organization, MEMBERSHIP)
    const runs = vault.restoreRuns()
    const row = runs.find(run => String(run.id) === asked.param('restore'))
    if (!row || !seesIn(asked.visitor, row.target))
      throw new NotThere(`there is no restore ${asked.param('restore')}`)
    nightIn(organization, row.snapshot)
    const { request: _request, report, ...rest } = row
    return {
      ...rest,
      scope: scopeOf(row, calledIn(organization, row.snapshot)),
      outcome: outcomeOf(row, runs),
      differences: differencesOf(row),
      report: reportSchema.safeParse(report).data ?? null,
      is_own: row.target === id,
    }
  },
  page(data, asked) {
    const organization = organizationOf(asked)
    const { to, title, platform } = organization
    const heading = `Restore ${data.id}: ${data.outcome}`
    const body = html`<h1>${heading}</h1>
<p>${words(data.scope)}, from <a href="${to.night(data.snapshot)}">night ${data.snapshot}</a>; begun ${moment(data.started, platform.timezone)}${data.finished === null ? '' : html`, ended ${moment(data.finished, platform.timezone)}`}</p>
${data.report === null ? notice(unfinishedWords(data.after)) : account(data.report, data.differences ?? 0)}
${data.after !== null && data.is_own ? html`<p class="actions"><a href="${to.changes(data.before, data.after)}">What it changed, as the nights before and after it were read</a></p>` : ''}
${undoForm(data, organization, asked)}
<p class="actions"><a href="${to.restores}">All restores</a></p>`
    return {
      title: heading,
      crumbs: [
        { title, address: to.home },
        { title: 'Restores', address: to.restores },
      ],
      body,
    }
  },
})

function unfinishedWords(after: number | null): string {
  return after === null
    ? 'It is at work, or ended early: docvault restore --resume goes on with it.'
    : 'What it did was written by another version of docvault: docvault restore runs has the rest.'
}

function account({ outcome, verification }: Report, differences: number): Html {
  const { kinds, references } = verification
  const rows = kinds.map(
    ({ kind, full, part, not, reasons }) =>
      html`<tr><td data-name="kind">${kind}</td><td class="number" data-name="fully">${full}</td><td class="number" data-name="partly">${part}</td><td class="number" data-name="not">${not}</td><td data-name="why">${words(
        Object.entries(reasons)
          .map(([reason, count]) => `${reason} (${count})`)
          .join('; '),
      )}</td></tr>
`,
  )
  return html`<p class="bar">${plural(outcome.done, 'step')} done, ${outcome.failures.length} failed · read back and compared: ${differences === 0 ? 'nothing differs but what was declared as lost' : html`<strong>${plural(differences, 'difference')}</strong>`}</p>
${list(
  'Failed',
  outcome.failures.map(({ action, kind, label, reason }) => `${action} ${kind} ${label}: ${reason}`),
)}
${list(
  'To know',
  outcome.notes.map(({ kind, label, words: text }) => `${kind} ${label}: ${text}`),
)}
${list(
  'Differences that were not declared',
  verification.differences.map(({ kind, label, field }) => `${kind} ${label}: ${field}`),
)}
<section><h2>What came back</h2><div class="scroll"><table class="rows"><thead><tr><th>kind</th><th>fully</th><th>partly</th><th>not</th><th>why</th></tr></thead><tbody>${rows}</tbody></table></div>
<p>${plural(references.total, 'reference')}, of which ${references.broken} lead nowhere (${references.brokenBefore} did before)</p></section>`
}

function list(title: string, lines: readonly string[]): Html | '' {
  if (lines.length === 0) return ''
  const more = lines.length - MOST_LINES
  return html`<section><h2>${title}</h2><ul>${lines.slice(0, MOST_LINES).map(line => html`<li>${words(line)}</li>`)}</ul>${more > 0 ? html`<p>… and ${more} more</p>` : ''}</section>`
}

function undoForm(
  { id, after, state }: { id: number; after: number | null; state: string },
  organization: OrganizationAsked,
  asked: Asked,
): Html | '' {
  if (after === null || state === 'undone' || !mayRestore(organization, asked)) return ''
  return html`<form method="post" action="${organization.to.restore}/undo" class="line">${formToken(asked.visitor)}<input type="hidden" name="restore" value="${id}"><button>Undo it …</button> <span class="soft">shows first what that would do</span></form>`
}
