/** A plan: all that would be done, what it overwrites, what it leaves, and what cannot come back. Whoever wants it types a title. */
import { html } from 'hono/html'
import { formatDuration } from '../../model/format.ts'
import { plural } from '../../model/plural.ts'
import type { PlanDocument } from '../../restore/plan/document.ts'
import { findPlan } from '../../restore/plan/plan-store.ts'
import { nothingWords, planSections, sourceWords } from '../../restore/plan/plan-words.ts'
import { isDeleting } from '../../restore/plan/steps.ts'
import { APPROVALS } from '../addresses.ts'
import { formToken } from '../html/form-token.ts'
import { mayRestore, planAgain } from '../html/restore-parts.ts'
import { notice, words } from '../html/words.ts'
import {
  type Asked,
  assertRestores,
  nightIn,
  type OrganizationAsked,
  organizationOf,
} from '../reading/asked.ts'
import { NotThere } from '../reading/errors.ts'
import { approvalOf, type PlanApproval, whyNotApplied } from '../reading/plan.ts'
import { type Html, view } from '../view.ts'
import { seesIn } from '../visitor.ts'

/** The JSON has all. */
const MOST_STEPS = 300
const MOST_OVERWRITTEN = 100
const MOST_LINES = 200

export const restorePlan = view({
  path: '/o/:org/restore/plan/:plan',
  read(asked) {
    const organization = organizationOf(asked)
    assertRestores(asked, organization)
    const plan = findPlan(organization.platform.vaultPath, asked.param('plan'))
    const { gaps } = nightIn(organization, plan.snapshot)
    if (!seesIn(asked.visitor, plan.organization)) throw new NotThere(`there is no plan ${plan.digest}`)
    asked.looked({
      ...{ act: 'look', organization: organization.id, snapshot: plan.snapshot },
      item: `plan ${plan.digest}`,
    })
    const whyNot = whyNotApplied(plan, asked.visitor)
    const approval = approvalOf(plan, organization.platform, asked)
    return { ...plan, source_gaps: gaps.length, why_not: whyNot, approval }
  },
  page(data, asked) {
    const organization = organizationOf(asked)
    const { to, title } = organization
    const { source_gaps: gaps, why_not: whyNot, approval, ...plan } = data
    const body = html`<h1>What would be done</h1>
<p>${words(sourceWords(plan))} into <strong>${words(plan.into)}</strong>, whose present state is kept as <a href="${to.night(plan.before)}">night ${plan.before}</a>. Nothing has been changed so far.</p>
${summary(plan)}
${gaps === 0 ? '' : notice(html`<a href="${to.night(plan.snapshot)}#gaps">Night ${plan.snapshot} has ${plural(gaps, 'gap')}</a>: what they cover is older or missing in it.`)}
${steps(plan)}
${overwritten(plan)}
${planSections(plan).map(({ title: heading, lines }) => list(heading, lines))}
${whyNot === null ? confirmation({ plan, approval }, organization, asked) : refusal(plan, whyNot)}
${mayRestore(organization, asked) ? planAgain(plan.digest, organization, asked) : ''}
<p class="soft">plan <code>${plan.digest}</code>. On the command line: <code>docvault restore apply ${plan.digest.slice(0, 12)}</code></p>`
    const crumbs = [
      { title, address: to.home },
      { title: 'Bring back', address: to.restore },
    ]
    return { title: 'What would be done', crumbs, body }
  },
})

function summary({ steps: all, overwritten: pages, requests, estimateMs }: PlanDocument): Html {
  const deletes = all.filter(isDeleting).length
  const facts = [
    plural(all.length, 'step'),
    ...(pages.length === 0 ? [] : [`${plural(pages.length, 'page')} overwritten`]),
    ...(deletes === 0 ? [] : [`${plural(deletes, 'step')} that ${deletes === 1 ? 'deletes' : 'delete'}`]),
    `about ${plural(requests, 'request')}, ${formatDuration(estimateMs)}`,
  ]
  return html`<p class="bar">${facts.join(' · ')}</p>`
}

function steps({ steps: all }: PlanDocument): Html | '' {
  if (all.length === 0) return ''
  const items = all.slice(0, MOST_STEPS).map(
    ({ action, kind, label, reason, changes = [] }) =>
      html`<li><strong>${action}</strong> ${kind} ${words(label)}: ${words(reason)}${changes.length === 0 ? '' : html`<ul>${changes.slice(0, MOST_LINES).map(change => html`<li>${words(change.label)}: ${words(change.words)}</li>`)}${more(changes.length - MOST_LINES)}</ul>`}</li>
`,
  )
  return html`<section><h2>${plural(all.length, 'step')}</h2><ol>${items}</ol>${more(all.length - MOST_STEPS)}</section>`
}

function overwritten({ overwritten: pages }: PlanDocument): Html | '' {
  if (pages.length === 0) return ''
  const items = pages.slice(0, MOST_OVERWRITTEN).map(
    ({ label, diff }) =>
      html`<details open><summary>${words(label)}</summary><pre class="code words" tabindex="0">${diff.slice(0, MOST_LINES).map(diffLine)}</pre>${more(diff.length - MOST_LINES)}</details>
`,
  )
  return html`<section><h2>${plural(pages.length, 'page')} overwritten: what goes, and what comes</h2>${items}${more(pages.length - MOST_OVERWRITTEN)}</section>`
}

function diffLine(line: string): Html {
  if (line.startsWith('+'))
    return html`<ins>${line}</ins>
`
  if (line.startsWith('-'))
    return html`<del>${line}</del>
`
  return html`${line}
`
}

function list(title: string, lines: readonly string[]): Html {
  return html`<section><h2>${title}</h2><ul>${lines.slice(0, MOST_LINES).map(line => html`<li>${words(line)}</li>`)}</ul>${more(lines.length - MOST_LINES)}</section>`
}

function more(count: number): Html | '' {
  return count > 0 ? html`<p>… and ${count} more: the JSON of this page has all.</p>` : ''
}

interface Confirmed {
  plan: PlanDocument
  approval: PlanApproval
}

function confirmation({ plan, approval }: Confirmed, { to }: OrganizationAsked, asked: Asked): Html {
  const { digest, into } = plan
  const isWrong = asked.query('typed') === 'wrong'
  return html`<section id="confirm"><h2>Do it</h2>
${isWrong ? notice('What was typed is not the title. Nothing was changed.') : ''}
<form method="post" action="${to.restore}/apply/${digest}" class="line">${formToken(asked.visitor)}<label>Type <strong>${words(into)}</strong> to do exactly this: <input name="typed" autocomplete="off" required${isWrong ? html` aria-invalid="true"` : ''}></label> <button class="main">Restore</button></form>
${approvalWords(approval)}<p class="soft">If the platform is not as it was when this was planned, nothing is done, and it says so. What was done can be undone afterwards but for what stands above.</p></section>`
}

const ASKS = {
  none: '',
  needed: 'This needs two people: it asks for the approval of another one, and writes nothing yet.',
  waiting: 'This needs two people, and waits for another one.',
  approved: 'Two people have agreed to it.',
} as const

function approvalWords(approval: PlanApproval): Html | '' {
  return approval === 'none'
    ? ''
    : html`<p class="hint">${ASKS[approval]} <a href="${APPROVALS}">Approvals</a></p>
`
}

function refusal(plan: PlanDocument, why: string): Html {
  const words_ =
    plan.steps.length === 0 ? nothingWords(plan, remedy) : `This plan cannot be applied here: ${why}.`
  return notice(words(words_))
}

function remedy(differing: number): string {
  return `choose “becomes as it was” to put back the ${differing === 1 ? 'one that differs' : `${differing} that differ`}`
}
