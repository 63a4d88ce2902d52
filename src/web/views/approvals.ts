/** What two people have to want: what waits for another one, and what became of the rest, the newest first. */
import { html } from 'hono/html'
import { type ApprovalState, shortRequest } from '../../model/approval.ts'
import { plural } from '../../model/plural.ts'
import { findPlan } from '../../restore/plan/plan-store.ts'
import { APPROVALS, decisionAddress, withQuery } from '../addresses.ts'
import { formToken } from '../html/form-token.ts'
import { pager } from '../html/pager.ts'
import { empty, moment, words } from '../html/words.ts'
import { type ApprovalRead, approvalsOf } from '../reading/approvals.ts'
import { type Asked, numberIn, surveyOf } from '../reading/asked.ts'
import { type Html, view } from '../view.ts'
import { decidesOn } from '../visitor.ts'

const MOST_ROWS = 50

export const approvals = view({
  path: APPROVALS,
  read(asked) {
    const all = approvalsOf(asked)
    const waiting = all.filter(({ state }) => state === 'waiting')
    const others = all.filter(({ state }) => state !== 'waiting')
    const from = numberIn(asked, 'from') ?? 0
    return { from, total: others.length, waiting, others: others.slice(from, from + MOST_ROWS) }
  },
  page({ from, total, waiting, others }, asked) {
    const pages = { from, shown: others.length, total, most: MOST_ROWS }
    const body = html`<h1>Approvals</h1>
<p class="soft">Some things are done only when two people who signed in want them. Whoever asked does the same again once it is approved; all of it is in the ledger.</p>
${waiting.map(approval => request(approval, asked))}
${waiting.length === 0 && total === 0 ? nothing(asked) : ''}
${others.length === 0 ? '' : html`<h2>Decided, used, or over</h2>${others.map(approval => request(approval, asked))}`}
${pager({ ...pages, addressFrom: start => withQuery(APPROVALS, { from: start || null }), words: ['newer', 'older'] })}`
    return { title: 'Approvals', crumbs: [], body }
  },
})

function nothing({ source }: Asked): Html {
  const isUsed = source.platforms().some(({ approvalRules }) => approvalRules['approvals.actions'].length > 0)
  return isUsed
    ? empty('Nothing was ever asked for.')
    : empty(
        'Nothing needs an approval.',
        html`<code>approvals.actions</code> names what does: applying a restore, for example.`,
      )
}

function request(approval: ApprovalRead, asked: Asked): Html {
  const { what, by, at, state, platform, expires } = approval
  const timezone = asked.source.platforms().find(({ name }) => name === platform)?.timezone ?? 'UTC'
  const people = approval.approvals.map(
    given => html`<li>approved by ${words(given.by)}, ${moment(given.at, timezone)}</li>`,
  )
  const { denied, used } = approval
  return html`<section class="request" id="${shortRequest(approval)}"><h2>${words(what)}</h2>
<ul><li><span class="state ${COLOURS[state]}">${stateWords(approval)}</span>${state === 'waiting' || state === 'approved' ? html`, until ${moment(expires, timezone)}` : ''}</li><li>asked for by ${words(by)}, ${moment(at, timezone)}, request <code>${shortRequest(approval)}</code></li>${people}${denied === null ? '' : html`<li>denied by ${words(denied.by)}, ${moment(denied.at, timezone)}: ${words(denied.reason)}</li>`}${used === null ? '' : html`<li>used, ${moment(used.at, timezone)}</li>`}${planLink(approval, asked)}</ul>
${state === 'waiting' ? decision(approval, asked) : ''}</section>
`
}

const COLOURS: Readonly<Record<ApprovalState, string>> = {
  waiting: 'partial',
  approved: 'complete',
  used: 'complete',
  denied: 'failed',
  expired: 'failed',
}

function stateWords({ state, missing }: ApprovalRead): string {
  return state === 'waiting' ? `waits for ${plural(missing, 'more person', 'more people')}` : state
}

/** Whoever is to agree looks at it first. */
function planLink({ action, plan, platform }: ApprovalRead, asked: Asked): Html | '' {
  if (action !== 'restore-production') return ''
  const at = placeOf(plan, platform, asked)
  return at === null
    ? html`<li>its plan is not kept any more</li>`
    : html`<li><a href="${at}">all that it would do</a></li>`
}

function placeOf(plan: string, platform: string, asked: Asked): string | null {
  const { organizations } = surveyOf(asked)
  const here = organizations.filter(known => known.platform.name === platform)
  const [first] = here
  if (!first) return null
  try {
    const { snapshot } = findPlan(first.platform.vaultPath, plan)
    const of = here.find(({ backups }) => backups.some(backup => backup.snapshot === snapshot))
    return of?.to.plan(plan) ?? null
  } catch {
    return null
  }
}

function decision(approval: ApprovalRead, { visitor }: Asked): Html {
  const { platform, request: digest, subject } = approval
  const { person } = visitor
  const agreed = [subject, ...approval.approvals.map(given => given.subject)]
  if (person !== null && agreed.includes(person.subject))
    return html`<p class="hint">You want it already: somebody else has to.</p>`
  if (!decidesOn(visitor, approval))
    return html`<p class="hint">It is for somebody with the role for it to approve, who signed in: here, or with <code>docvault approve ${shortRequest(approval)}</code>.</p>`
  return html`<form method="post" action="${decisionAddress(platform, digest, 'approve')}" class="line">${formToken(visitor)}<button class="main">Approve</button></form>
<form method="post" action="${decisionAddress(platform, digest, 'deny')}" class="line">${formToken(visitor)}<label>Reason <input name="reason" autocomplete="off" required maxlength="500"></label> <button>Deny</button></form>`
}
