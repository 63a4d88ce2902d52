/** Restores of an organization, the newest first. */
import { html } from 'hono/html'
import { MEMBERSHIP } from '../../resources/people.ts'
import { differencesOf, outcomeOf, scopeOf } from '../../restore/run-words.ts'
import { mayRestore } from '../html/restore-parts.ts'
import { empty, moment, nightLink, words } from '../html/words.ts'
import { assertSees, numberIn, organizationOf } from '../reading/asked.ts'
import { calledIn } from '../reading/titles.ts'
import { view } from '../view.ts'
import { seesIn } from '../visitor.ts'

const MOST_ROWS = 100

export const restores = view({
  path: '/o/:org/restores',
  read(asked) {
    const organization = organizationOf(asked)
    const { vault, id, backups } = organization
    // What was asked for may name people.
    assertSees(asked, organization, MEMBERSHIP)
    const own = new Set(backups.map(({ snapshot }) => snapshot))
    const runs = vault.restoreRuns()
    const before = numberIn(asked, 'before') ?? Number.MAX_SAFE_INTEGER
    const rows = runs
      .filter(
        run =>
          run.id < before &&
          (run.target === id || own.has(run.snapshot)) &&
          seesIn(asked.visitor, run.target),
      )
      .toReversed()
    return {
      restores: rows.slice(0, MOST_ROWS).map(run => {
        const { request: _request, report: _report, ...row } = run
        const scope = scopeOf(run, calledIn(organization, run.snapshot))
        return { ...row, scope, outcome: outcomeOf(run, runs), differences: differencesOf(run) }
      }),
      next: rows.length > MOST_ROWS ? (rows[MOST_ROWS - 1]?.id ?? null) : null,
    }
  },
  page({ restores: all, next }, asked) {
    const organization = organizationOf(asked)
    const { to, title, platform, nights } = organization
    const started = (snapshot: number) => nights.find(other => other.snapshot === snapshot)?.started ?? null
    const rows = all.map(
      row =>
        html`<tr><td data-name="restore"><a href="${to.report(row.id)}">${row.id}</a></td><td data-name="what">${words(row.scope)}</td><td data-name="from">${nightLink({ snapshot: row.snapshot, started: started(row.snapshot) }, to, platform.timezone)}</td><td data-name="begun">${moment(row.started, platform.timezone)}</td><td data-name="outcome">${row.outcome}</td><td data-name="differences" class="number">${row.differences ?? ''}</td></tr>
`,
    )
    const body = html`<h1>Restores</h1>
${rows.length === 0 ? empty('Nothing was restored yet.') : html`<div class="scroll"><table class="rows"><thead><tr><th>restore</th><th>what</th><th>from night</th><th>begun</th><th>outcome</th><th>differences</th></tr></thead><tbody>${rows}</tbody></table></div>`}
${next === null ? '' : html`<p><a href="?before=${next}">older ones</a></p>`}
${mayRestore(organization, asked) ? html`<p class="actions"><a href="${to.restore}">Bring something back</a></p>` : ''}`
    return { title: 'Restores', crumbs: [{ title, address: to.home }], body }
  },
})
