/** What differs between two nights: place by place, what is gone first, then each change. What could not be read is a row of its own. */
import { html } from 'hono/html'
import type { DescribedChange } from '../../diff/change.ts'
import { compare } from '../../diff/compare.ts'
import { formatMove, placeOf } from '../../diff/format-value.ts'
import { type HeadlinePlace, headlineWords } from '../../diff/headline.ts'
import { orderChanges } from '../../diff/ordered-changes.ts'
import { CHANGE_TYPES } from '../../model/change.ts'
import { UsageError } from '../../model/errors.ts'
import { plural } from '../../model/plural.ts'
import { resources } from '../../resources/index.ts'
import { withQuery } from '../addresses.ts'
import { empty, nightLink, notice, words } from '../html/words.ts'
import { type Asked, nightIn, numberIn, type OrganizationAsked, organizationOf } from '../reading/asked.ts'
import { type Html, view } from '../view.ts'

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
const MOST_ROWS = 100
/** Places named one by one. */
const MOST_PLACES = 30

export const changes = view({
  path: '/o/:org/changes',
  read(asked) {
    const organization = organizationOf(asked)
    const { a, b } = endsOf(asked, organization)
    const [kind, type, from] = [asked.query('kind'), typeIn(asked), numberIn(asked, 'from') ?? 0]
    const found = compare(organization.vault, resources, { a, b }, { by: 'id' })
    const ordered = orderChanges(organization.vault, found, { a, b, by: 'id' })
    try {
      const isShown = ({ change }: { change: DescribedChange }) =>
        (kind === null || change.description.kind === kind) && (type === null || change.type === type)
      const shown = ordered
        .inOrder(kind !== null)
        .filter(isShown)
        .drop(from)
        .take(MOST_ROWS + 1)
      const lines = [...shown.map(({ change, folded }) => lineOf(change, folded))]
      return {
        ...{ a: a.snapshot, b: b.snapshot, kind, type, from },
        places: ordered.places.slice(0, MOST_PLACES),
        more_places: Math.max(0, ordered.places.length - MOST_PLACES),
        kinds: countsOf(ordered.places),
        changes: lines.slice(0, MOST_ROWS),
        next: lines.length > MOST_ROWS ? from + MOST_ROWS : null,
      }
    } finally {
      ordered.close()
    }
  },
  page(data, asked) {
    const organization = organizationOf(asked)
    const { to, title } = organization
    const body = html`<h1>What changed</h1>
${ends(asked, organization)}
${
  data.places.length === 0
    ? empty('Nothing changed between these two nights.')
    : html`<ul class="headline">${data.places.map(
        place => html`<li class="${place.state}">${words(headlineWords(place))}</li>
`,
      )}</ul>`
}${data.more_places > 0 ? html`<p>… and ${plural(data.more_places, 'other place')}</p>` : ''}
${filters(data, organization)}
${data.changes.length === 0 ? '' : html`<div class="scroll"><table class="rows"><thead><tr><th>what was done</th><th>to what</th><th>where</th><th><span class="hidden">links</span></th></tr></thead><tbody>${data.changes.map(change => rowOf(change, data, organization))}</tbody></table></div>`}
${data.next === null ? '' : html`<p><a href="${to.changes(data.a, data.b, { kind: data.kind, type: data.type, from: data.next })}">the next ones</a></p>`}`
    return { title: 'What changed', crumbs: [{ title, address: to.home }], body }
  },
})

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

function countsOf(places: readonly HeadlinePlace[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { kinds } of places)
    for (const [kind, actions] of Object.entries(kinds))
      counts[kind] = (counts[kind] ?? 0) + Object.values(actions).reduce((sum, number) => sum + number, 0)
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
