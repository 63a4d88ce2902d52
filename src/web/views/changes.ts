/** What differs between two nights: place by place, what is gone first, then each change. What could not be read is a row of its own. */
import { html } from 'hono/html'
import type { DescribedChange } from '../../diff/change.ts'
import { formatMove, placeOf } from '../../diff/format-value.ts'
import { type HeadlinePlace, headlineWords } from '../../diff/headline.ts'
import { CHANGE_TYPES } from '../../model/change.ts'
import { UsageError } from '../../model/errors.ts'
import { plural } from '../../model/plural.ts'
import { resources } from '../../resources/index.ts'
import { withQuery } from '../addresses.ts'
import { pager } from '../html/pager.ts'
import { takeBack } from '../html/restore-parts.ts'
import { empty, nightLink, notice, words } from '../html/words.ts'
import {
  type Asked,
  assertSees,
  nightIn,
  numberIn,
  type OrganizationAsked,
  organizationOf,
} from '../reading/asked.ts'
import { changesBetween } from '../reading/changes.ts'
import { type Html, view } from '../view.ts'
import { seesKind } from '../visitor.ts'

interface ChangeLine {
  type: DescribedChange['type']
  actions: readonly string[]
  kind: string
  id: string
  title: string
  place: string
  parent: string | null
  fields: readonly string[]
  moved: string | null
  /** Of what is not known. */
  cause: string | null
  /** What came or went with it, by kind. */
  with: Readonly<Record<string, number>>
}

/** Of a page of them. */
const MOST_ROWS = 60
/** Places named one by one. */
const MOST_PLACES = 20

async function read(asked: Asked) {
  const organization = organizationOf(asked)
  const { a, b } = endsOf(asked, organization)
  const wanted = { kind: asked.query('kind') || null, type: typeIn(asked) }
  if (wanted.kind !== null) assertSees(asked, organization, wanted.kind)
  const sees = (kind: string) => seesKind(asked.visitor, organization.id, kind)
  const from = numberIn(asked, 'from') ?? 0
  const found = await changesBetween(asked, organization, { a, b })
  const { total, changes: shown } = found.part({ ...wanted, sees }, from, MOST_ROWS)
  const places = found.places.flatMap(place => placeOfKinds(place, sees))
  return {
    ...{ a: a.snapshot, b: b.snapshot, ...wanted, from },
    places: places.slice(0, MOST_PLACES),
    more_places: Math.max(0, places.length - MOST_PLACES),
    kinds: countsOf(places),
    /** Of `places` and `kinds`: of many changes only what happened is counted, and not what was done. */
    counted_by: found.countedBy,
    /** Of what is chosen, without what came or went with something else. */
    total,
    changes: shown.map(({ change, folded }) =>
      lineOf(change, new Map([...folded].filter(([kind]) => sees(kind)))),
    ),
    next: from + shown.length < total && shown.length > 0 ? from + shown.length : null,
  }
}

type ChangesData = Awaited<ReturnType<typeof read>>

function page(data: ChangesData, asked: Asked) {
  const organization = organizationOf(asked)
  const { to, title } = organization
  const { a, b, kind, type, from, total } = data
  const places = data.places.map(
    place => html`<li class="${place.state}">${words(headlineWords(place))}</li>
`,
  )
  const rows = data.changes.map(change => rowOf(change, data, organization))
  const body = html`<h1>What changed</h1>
${ends(asked, organization)}
${places.length === 0 ? empty('Nothing changed between these two nights.') : html`<ul class="headline">${places}</ul>`}${data.more_places > 0 ? html`<p>… and ${plural(data.more_places, 'other place')}</p>` : ''}
${data.counted_by === 'action' ? '' : html`<p class="soft">These are many: they are counted as added, modified and removed. What was done stands with each below.</p>`}
${filters(data, organization)}
${rows.length === 0 ? '' : html`<div class="scroll"><table class="rows"><thead><tr><th>what was done</th><th>to what</th><th>where</th><th><span class="hidden">links</span></th></tr></thead><tbody>${rows}</tbody></table></div>`}
${data.places.length === 0 ? '' : takeBack(data, organization, asked)}
${pager({ from, shown: rows.length, total, most: MOST_ROWS, addressFrom: start => to.changes(a, b, { kind, type, from: start === 0 ? null : start }) })}`
  return { title: 'What changed', crumbs: [{ title, address: to.home }], body }
}

/** The last two nights, where none are named. Throws UsageError, NotThere. */
function endsOf(asked: Asked, organization: OrganizationAsked) {
  const { nights } = organization
  const [last, before] = [nights.at(-1), nights.at(-2)]
  const b = numberIn(asked, 'b') ?? last?.snapshot
  const a =
    numberIn(asked, 'a') ??
    nights.findLast(({ snapshot }) => snapshot < (b ?? 0))?.snapshot ??
    before?.snapshot
  if (a === undefined || b === undefined) throw new UsageError('there are no two nights to compare yet')
  return { a: nightIn(organization, a), b: nightIn(organization, b) }
}

function typeIn(asked: Asked): DescribedChange['type'] | null {
  const text = asked.query('type')
  if (text === null || text === '') return null
  const known = CHANGE_TYPES.find(type => type === text)
  if (known) return known
  throw new UsageError(`type "${text}" is none of ${CHANGE_TYPES.join(', ')}`)
}

function lineOf(change: DescribedChange, folded: ReadonlyMap<string, number>): ChangeLine {
  const { type, actions, description, before, after, fields, moved, cause } = change
  return {
    ...{
      type,
      actions,
      kind: description.kind,
      id: description.id,
      title: description.title,
      place: placeOf(change),
    },
    parent: (after ?? before)?.parentId ?? null,
    fields: fields.map(({ path }) => path),
    moved: moved && formatMove(moved),
    cause: cause && `${cause.class}: ${cause.message}`,
    with: Object.fromEntries(folded),
  }
}

/** Nothing where all of it is hidden. */
function placeOfKinds(place: HeadlinePlace, sees: (kind: string) => boolean): HeadlinePlace[] {
  const hidden = Object.entries(place.kinds).filter(([kind]) => !sees(kind))
  if (hidden.length === 0) return [place]
  const kinds = Object.fromEntries(Object.entries(place.kinds).filter(([kind]) => sees(kind)))
  const count = hidden.reduce((sum, [, actions]) => sum + sumOf(actions), 0)
  return Object.keys(kinds).length === 0 ? [] : [{ ...place, kinds, changes: place.changes - count }]
}

function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, number) => sum + number, 0)
}

function countsOf(places: readonly HeadlinePlace[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { kinds } of places)
    for (const [kind, actions] of Object.entries(kinds)) counts[kind] = (counts[kind] ?? 0) + sumOf(actions)
  return counts
}

/** Which two nights, each to be chosen. */
function ends(asked: Asked, organization: OrganizationAsked): Html {
  const { a, b } = endsOf(asked, organization)
  const { to, platform, nights } = organization
  const step = (from: number, by: -1 | 1) => {
    const index = nights.findIndex(({ snapshot }) => snapshot === from)
    return index < 0 ? undefined : nights[index + by]
  }
  const [earlier, later] = [step(a.snapshot, -1), step(b.snapshot, 1)]
  const partial = [a, b].filter(({ state }) => state !== 'complete')
  return html`<nav class="bar" aria-label="Other nights">${earlier ? html`<a rel="prev" href="${to.changes(earlier.snapshot, a.snapshot)}">« changes before</a>` : ''}
<span>from ${nightLink(a, to, platform.timezone)} to ${nightLink(b, to, platform.timezone)}</span>
${later ? html`<a rel="next" href="${to.changes(b.snapshot, later.snapshot)}">changes after »</a>` : ''}</nav>
<form action="${withQuery(to.changes(0, 0).split('?')[0] ?? '', {})}" class="line"><label>From night <input name="a" inputmode="numeric" size="6" value="${a.snapshot}"></label> <label>to night <input name="b" inputmode="numeric" size="6" value="${b.snapshot}"></label> <button>Compare</button></form>
${partial.map(({ snapshot, state }) => notice(`Night ${snapshot} is ${state}: what it could not read is not known here.`))}`
}

interface Chosen {
  a: number
  b: number
  kind: string | null
  type: string | null
  kinds: Readonly<Record<string, number>>
}

function filters({ a, b, kind, type, kinds }: Chosen, { to }: OrganizationAsked): Html {
  const link = (words_: string, parameters: { kind: string | null; type: string | null }) => {
    const isChosen = parameters.kind === kind && parameters.type === type
    return html`<li><a href="${to.changes(a, b, parameters)}"${isChosen ? html` aria-current="page"` : ''}>${words_}</a></li>`
  }
  const byCount = Object.entries(kinds).sort(([, a], [, b]) => b - a)
  return html`<nav aria-label="Which changes"><ul class="tabs">${link('all', { kind: null, type: null })}${CHANGE_TYPES.map(name => link(name, { kind: null, type: name }))}${byCount.slice(0, 12).map(([name, number]) => link(`${name} ${number}`, { kind: name, type: null }))}</ul></nav>`
}

function rowOf(line: ChangeLine, { a, b }: { a: number; b: number }, { to }: OrganizationAsked): Html {
  const { type, actions, title, place, parent, id, moved, cause, fields } = line
  const kind = resources.find(resource => resource.kind === line.kind)?.kind
  const name = kind && { kind, id, within: parent }
  const where = type === 'removed' ? a : b
  const withIt = Object.entries(line.with).map(([of, number]) => `${number} ${of}`)
  const thing =
    name && type !== 'unknown' ? html`<a href="${to.item(where, name)}">${words(title)}</a>` : words(title)
  const links =
    name && type === 'modified'
      ? html`<a href="${to.compare(name, a, b)}">compare</a>`
      : name && type === 'removed'
        ? html`<a href="${to.history(name)}">history</a>`
        : ''
  return html`<tr class="${type}"><td data-name="what was done"><strong>${type === 'unknown' ? 'not known' : actions.join(', ')}</strong>${cause === null ? '' : html`<br>${words(cause)}`}</td><td data-name="to what">${line.kind} ${thing}${moved === null ? '' : html`<br>${words(moved)}`}${fields.length === 0 ? '' : html`<br><span class="soft">${words(fields.slice(0, 6).join(', '))}${fields.length > 6 ? ` and ${fields.length - 6} more` : ''}</span>`}${withIt.length === 0 ? '' : html`<br><span class="soft">${type === 'removed' ? 'went' : 'came'} with it: ${withIt.join(', ')}</span>`}</td><td data-name="where">${words(place)}</td><td>${links}</td></tr>
`
}

export const changes = view({ path: '/o/:org/changes', read, page })
