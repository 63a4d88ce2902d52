/** The life of one thing: every state that it had, each with what was done to get there, the newest first. */
import { html } from 'hono/html'
import type { DescribedChange } from '../../diff/change.ts'
import { makeDescribe } from '../../diff/describe.ts'
import { formatMove } from '../../diff/format-value.ts'
import { historySteps, makeDescribeStep } from '../../diff/history.ts'
import { formatBytes } from '../../model/format.ts'
import { plural } from '../../model/plural.ts'
import { resources } from '../../resources/index.ts'
import type { ItemName } from '../addresses.ts'
import { pager } from '../html/pager.ts'
import { empty, moment, nightLink, notice, words } from '../html/words.ts'
import { type Asked, kindOf, lastOf, numberIn, organizationOf } from '../reading/asked.ts'
import { type Doer, makeDoerOf } from '../reading/by-whom.ts'
import { type State, statesOf } from '../reading/states.ts'
import { type Html, type Shown, view } from '../view.ts'

interface HistoryLine {
  /** The first that has it, or that has it no more. */
  snapshot: number
  started: string | null
  type: DescribedChange['type']
  actions: readonly string[]
  title: string
  /** Dotted names of fields that differ from the state before. */
  fields: readonly string[]
  /** Of the body; null: it has none. */
  bytes: number | null
  moved: string | null
  /** Nights that have this state; null: it is gone, or none of them is kept. */
  stood: { first: number; last: number; stands: boolean } | null
  /** Null: the platform recorded it for nobody, or it is not for everybody to see. */
  by: Doer | null
}

/** Of a page. */
const MOST_STATES = 40

function read(asked: Asked) {
  const [organization, kind] = [organizationOf(asked), kindOf(asked)]
  const { vault, nights } = organization
  const item = lastOf(asked, organization, kind, asked.param('id'))
  const { title, within } = makeDescribe(vault, resources)(item, vault.firstKept(item.since))
  const from = numberIn(asked, 'from') ?? 0
  const states = statesOf(organization, item.key)
  const steps = [...historySteps(vault, item.key)].toReversed()
  const describe = makeDescribeStep(vault, resources)
  const doerOf = makeDoerOf(asked, organization)
  const lines = steps
    .slice(from, from + MOST_STATES)
    .map(describe)
    .map(({ snapshot, change }) => ({
      ...lineOf(snapshot, change, states),
      by: doerOf(snapshot, change),
    }))
  const older = steps[from + lines.length]
  const last = states.at(-1)
  return {
    ...{ kind, id: item.id, title, within, parent: item.parentId, parent_kind: item.parentKind },
    /** The last night that has it; null: none that is kept. */
    last: last?.last.snapshot ?? null,
    stands: last !== undefined && last.last === nights.at(-1),
    states: lines.map(line => ({ ...line, started: vault.startedAt(line.snapshot) })),
    ...{ total: steps.length, from },
    /** How many states are older than these. */
    more: Math.max(0, steps.length - from - lines.length),
    next: older && lines.length > 0 ? from + lines.length : null,
    /** What the last of these is to be compared with. */
    before: older ? stoodOf(older.snapshot, states) : null,
  }
}

function lineOf(
  snapshot: number,
  change: DescribedChange,
  states: readonly State[],
): Omit<HistoryLine, 'started' | 'by'> {
  const { type, actions, description, fields, after, moved } = change
  const body = after?.parts.find(({ name }) => name === 'markdown') ?? after?.parts[0]
  return {
    ...{ snapshot, type, actions, title: description.title },
    fields: fields.map(({ path }) => path),
    bytes: body?.bytes ?? null,
    moved: moved && formatMove(moved),
    stood: type === 'removed' ? null : stoodOf(snapshot, states),
  }
}

function stoodOf(snapshot: number, states: readonly State[]): HistoryLine['stood'] {
  const state = states.find(({ since }) => since === snapshot)
  return state ? { first: state.first.snapshot, last: state.last.snapshot, stands: state.stands } : null
}

function page(data: ReturnType<typeof read>, asked: Asked) {
  const organization = organizationOf(asked)
  const { to, platform, nights } = organization
  const name: ItemName = { kind: data.kind, id: data.id, within: asked.query('in') }
  const started = (snapshot: number) => nights.find(other => other.snapshot === snapshot)?.started ?? null
  const link = (snapshot: number) =>
    nightLink({ snapshot, started: started(snapshot) }, to, platform.timezone)
  const isNamed = data.states.some(({ by }) => by !== null)
  const doer = ({ by }: HistoryLine) =>
    by === null
      ? ''
      : html`${words(by.actor)}${by.occurred === null ? '' : html`, ${moment(by.occurred, platform.timezone)}`}`
  const rows = data.states.map((state, index) => {
    const next = data.states[index + 1]
    return rowOf(state, next ? next.stood : data.before, { name, to, link, doer: isNamed ? doer : null })
  })
  const compare = data.states.filter(({ stood }) => stood !== null)
  const gone = data.last !== null && !data.stands
  const body = html`<h1>${words(data.title)}</h1><p class="soft">${data.kind} · ${plural(data.total, 'change')}</p>
${gone && data.last !== null ? notice(html`It is gone: last seen in ${link(data.last)}. <a href="${to.item(data.last, name)}">Look at it</a>`) : ''}
${data.last === null ? empty('No night that is kept has it.') : html`<p class="actions"><a href="${to.item(data.last, name)}">As it was last</a></p>`}
${compare.length < 2 ? '' : compareForm(compare, name, organization)}
<div class="scroll"><table class="rows"><thead><tr><th>first seen</th><th>what was done</th><th>what differs</th>${isNamed ? html`<th>by</th>` : ''}<th>size</th><th><span class="hidden">links</span></th></tr></thead><tbody>${rows}</tbody></table></div>
${pager({ ...data, shown: rows.length, most: MOST_STATES, addressFrom: start => to.history(name, start), words: ['newer', 'older'] })}`
  return {
    title: `History of ${data.title}`,
    crumbs: [{ title: organization.title, address: to.home }],
    body,
  }
}

interface RowPlace {
  name: ItemName
  to: ReturnType<typeof organizationOf>['to']
  link(snapshot: number): Html
  /** Null: nobody is named in any row. */
  doer: ((line: HistoryLine) => Html | string) | null
}

function rowOf(line: HistoryLine, before: HistoryLine['stood'], { name, to, link, doer }: RowPlace): Html {
  const { stood, actions, fields, moved, bytes, type } = line
  const compare =
    stood && before ? html` <a href="${to.compare(name, before.last, stood.first)}">what changed</a>` : ''
  return html`<tr class="${type}"><td data-name="first seen">${stood ? link(stood.first) : link(line.snapshot)}</td><td data-name="what was done"><strong>${actions.join(', ')}</strong>${type === 'removed' ? '' : html`: ${words(line.title)}`}${moved === null ? '' : html`<br>${words(moved)}`}</td><td data-name="what differs">${words(fields.slice(0, 12).join(', '))}${fields.length > 12 ? ` and ${fields.length - 12} more` : ''}</td>${doer === null ? '' : html`<td data-name="by">${doer(line)}</td>`}<td data-name="size" class="number">${bytes === null ? '' : formatBytes(bytes)}</td><td>${stood ? html`<a href="${to.item(stood.first, name)}">look</a>` : ''}${compare}</td></tr>
`
}

/** Any two nights, those of the states that are shown to choose from. */
function compareForm(
  states: readonly HistoryLine[],
  name: ItemName,
  { to, nights }: ReturnType<typeof organizationOf>,
): Html {
  const numbers = states.map(({ stood }) => stood?.first ?? 0)
  const options = states.map(({ title }, index) => {
    const day = nights.find(({ snapshot }) => snapshot === numbers[index])?.started.slice(0, 10) ?? ''
    return html`<option value="${numbers[index]}">${day}: ${title}</option>`
  })
  const [address = '', query = ''] = to.compare(name, 0, 0).split('?', 2)
  const within = new URLSearchParams(query).get('in')
  const field = (end: string, number: number | undefined) =>
    html`<input name="${end}" inputmode="numeric" size="6" list="states" value="${number}">`
  return html`<form action="${address}" class="line"><label>Compare night ${field('a', numbers[1])}</label> <label>with night ${field('b', numbers[0])}</label><datalist id="states">${options}</datalist>${within === null ? '' : html`<input type="hidden" name="in" value="${within}">`} <button>Compare</button></form>`
}

export const pageHistory: Shown = view({ path: '/o/:org/p/:id/history', read, page })
export const itemHistory: Shown = view({ path: '/o/:org/k/:kind/:id/history', read, page })
