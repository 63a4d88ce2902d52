/** Runs that plan or restore, as far as they are. A script looks again by itself; without one a link does. */
import { html } from 'hono/html'
import { mandateIn } from '../../restore/plan/mandate.ts'
import type { Vault } from '../../vault/vault.ts'
import { planAgain, progressWords } from '../html/restore-parts.ts'
import { empty, notice, words } from '../html/words.ts'
import { type Asked, assertRestores, type OrganizationAsked, organizationOf } from '../reading/asked.ts'
import { NotThere } from '../reading/errors.ts'
import type { DeskRun } from '../source.ts'
import { type Html, view } from '../view.ts'
import { seesIn } from '../visitor.ts'

interface ShownRun extends Omit<DeskRun, 'progress'> {
  run: string
  progress: string
  /** Number of the restore that it does; null where it plans. */
  restore: number | null
}

const MOST_RUNS = 100

export const restoreRuns = view({
  path: '/o/:org/restore/runs',
  async read(asked) {
    const organization = organizationOf(asked)
    assertRestores(asked, organization)
    const runs: ShownRun[] = []
    for (const run of asked.queries('run').slice(0, MOST_RUNS))
      runs.push(await shown(asked, organization, run))
    return { ended: runs.every(({ state }) => state === 'ended'), runs, applies: asked.query('plan') }
  },
  page({ runs, ended, applies }, asked) {
    const organization = organizationOf(asked)
    const { to, title } = organization
    const isRefused = ended && applies !== null && runs.every(({ restore }) => restore === null)
    const heading = headingOf({ isPlanning: applies === null, isRefused, ended })
    const body = html`<h1>${heading}</h1>
${runs.length === 0 ? empty('No run is named.') : ''}
<ol class="runs" aria-live="polite">${runs.map(run => runItem(run, organization))}</ol>
${ended ? '' : html`<p>It goes on whether or not this page is open. <a href="${addressOf(asked)}">Look again</a></p>`}
${isRefused ? html`<p>Nothing was changed.</p>${planAgain(applies, organization, asked)}` : ''}
<p class="actions"><a href="${to.restores}">Restores and plans</a> <a href="${to.restore}">What is chosen</a></p>`
    const crumbs = [
      { title, address: to.home },
      { title: 'Bring back', address: to.restore },
    ]
    return { title: heading, crumbs, body, ...(ended ? {} : { script: 'progress' as const }) }
  },
})

function headingOf({
  isPlanning,
  isRefused,
  ended,
}: Record<'isPlanning' | 'isRefused' | 'ended', boolean>): string {
  if (isPlanning) return ended ? 'Planned' : 'Planning …'
  if (isRefused) return 'Not restored'
  return ended ? 'Restored' : 'Restoring …'
}

/** Throws NotThere. */
async function shown(asked: Asked, { platform, vault }: OrganizationAsked, run: string): Promise<ShownRun> {
  const found = (await platform.restores?.run(run)) ?? null
  if (found === null || !seesIn(asked.visitor, found.organization))
    throw new NotThere(`no run ${run} is remembered`)
  return { ...found, run, progress: progressWords(found.progress), restore: restoreOf(vault, run) }
}

function restoreOf(vault: Vault, run: string): number | null {
  return vault.restoreRuns().findLast(({ request }) => mandateIn(request)?.by === run)?.id ?? null
}

function runItem(run: ShownRun, organization: OrganizationAsked): Html {
  const { state, progress } = run
  if (state === 'waiting')
    return html`<li data-run="${run.run}"><strong>waiting</strong> <span>for another run that works on this vault</span></li>`
  if (state === 'working')
    return html`<li data-run="${run.run}"><strong>at work</strong> <span>${words(progress)}</span></li>`
  return html`<li>${endOf(run, organization)}</li>`
}

function endOf({ outcome, message, plan, restore }: ShownRun, { to }: OrganizationAsked): Html {
  if (restore !== null)
    return html`<strong>${outcome}</strong> <a href="${to.report(restore)}">What restore ${restore} did</a>${outcome === 'done' ? '' : notice(words(message ?? ''))}`
  if (plan !== null)
    return html`<strong>planned</strong> <a href="${to.plan(plan)}">See what would be done</a>`
  return html`<strong>${outcome}</strong> ${notice(words(message ?? 'it says no more'))}`
}

function addressOf(asked: Asked): string {
  return organizationOf(asked).to.restoring(asked.queries('run'), asked.query('plan') ?? undefined)
}
