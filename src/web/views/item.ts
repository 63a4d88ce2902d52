/** A page in a night, or any other thing: as it was, how it got there, and who could see it. */
import { html } from 'hono/html'
import { blame } from '../../diff/blame.ts'
import { makeDescribe, shownJson } from '../../diff/describe.ts'
import { plural } from '../../model/plural.ts'
import { resources } from '../../resources/index.ts'
import type { StoredResource } from '../../vault/vault.ts'
import type { ItemName } from '../addresses.ts'
import { hasBody } from '../bodies/body.ts'
import { blameTable, bodyFrame, commentList, source } from '../html/item-parts.ts'
import { bringBack } from '../html/restore-parts.ts'
import { nightLink, notice, words } from '../html/words.ts'
import { type Asked, itemAt, kindOf, type NightAsked, nightOf } from '../reading/asked.ts'
import { commentsOn } from '../reading/comments.ts'
import { type Neighbours, neighboursIn, statesOf } from '../reading/states.ts'
import { unreadWithin, unreadWords } from '../reading/unread.ts'
import { type Html, type Shown, view } from '../view.ts'

const VIEWS = ['rendered', 'source', 'fields', 'blame', 'comments'] as const
type ItemView = (typeof VIEWS)[number]

function read(asked: Asked) {
  const [at, kind] = [nightOf(asked), kindOf(asked)]
  const item = itemAt(asked, at, kind, asked.param('id'))
  const { id, title, path, gitPath, within } = makeDescribe(at.vault, resources)(item, at.night.snapshot)
  const chosen = chosenView(asked, item)
  // The frame in the page says so itself.
  if (chosen !== 'rendered')
    asked.looked({ act: 'look', organization: at.id, item: `${kind} ${id}`, snapshot: at.night.snapshot })
  return {
    ...{ snapshot: at.night.snapshot, kind, id, title, path: gitPath ?? path, within },
    ...{ parent_kind: item.parentKind, parent: item.parentId, digest: item.contentDigest },
    view: chosen,
    views: viewsOf(item),
    value: shownJson(at.vault, resources, item),
    parts: item.parts.map(({ name, digest, bytes }) => ({ name, digest, bytes })),
    ...statesAround(at, item),
    /** For each line since which night it stands; of the view `blame`. */
    lines: chosen === 'blame' ? blame(at.vault, at.night, item) : null,
    comments: chosen === 'comments' ? commentsOn(at, item) : null,
  }
}

function statesAround(at: NightAsked, item: StoredResource) {
  const states = statesOf(at, item.key)
  const { state, before, after } = neighboursIn(states, at.night.snapshot)
  const plain = (of: Neighbours['state']) =>
    of && { first: of.first.snapshot, last: of.last.snapshot, stands: of.stands }
  const { snapshot } = at.night
  return {
    ...{ states: states.length, state: plain(state), before: plain(before), after: plain(after) },
    /** Nights of this state that did not read it: what it was in them is not known. */
    unread: unreadWithin(at, item.key, {
      from: state?.first.snapshot ?? snapshot,
      to: state?.last.snapshot ?? snapshot,
    }),
  }
}

type ItemData = ReturnType<typeof read>

/** What it has, the one shown first at the beginning. */
function viewsOf(item: StoredResource): ItemView[] {
  const has = (name: string) => item.parts.some(part => part.name === name)
  return [
    ...(hasBody(item) ? (['rendered', 'source'] as const) : []),
    'fields',
    ...(has('markdown') ? (['blame'] as const) : []),
    ...(item.kind === 'page' ? (['comments'] as const) : []),
  ]
}

function chosenView(asked: Asked, item: StoredResource): ItemView {
  const views = viewsOf(item)
  return views.find(name => name === asked.query('view')) ?? views[0] ?? 'fields'
}

function page(data: ItemData, asked: Asked) {
  const at = nightOf(asked)
  const { to, night, title: organization } = at
  const name: ItemName = { kind: data.kind, id: data.id, within: asked.query('in') }
  const body = html`<h1>${words(data.title)}</h1>
<p class="soft">${data.kind}${data.path === null ? '' : html` · ${words(data.path)}`}</p>
${stateBar(data, name, at)}
${bringBack(at, { snapshot: data.snapshot, kind: data.kind, id: data.id }, asked)}
${unreadNotice(data, at)}
${tabs(data, name, at)}
${content(data, name, at)}`
  const inSpace =
    data.parent_kind === 'space' && data.parent !== null
      ? [{ title: data.within ?? data.parent, address: to.space(night.snapshot, data.parent) }]
      : []
  const crumbs = [
    { title: organization, address: to.home },
    { title: `Night ${night.snapshot}`, address: to.night(night.snapshot) },
    ...inSpace,
  ]
  return { title: data.title, crumbs, body }
}

/** Since when it is like this, and the changes on both sides: the quiet nights in between are skipped. */
function stateBar({ state, before, after, states }: ItemData, name: ItemName, at: NightAsked): Html {
  const { to, platform, night, nights } = at
  const known = (snapshot: number) =>
    nights.find(other => other.snapshot === snapshot) ?? { snapshot, started: null }
  const link = (number: number) => nightLink(known(number), to, platform.timezone)
  const stood =
    state === null
      ? html`as night ${night.snapshot} read it`
      : html`like this from ${link(state.first)} ${state.stands ? html`to this day` : html`to ${link(state.last)}`}`
  const compare =
    before && state ? html` <a href="${to.compare(name, before.last, state.first)}">what changed</a>` : ''
  return html`<nav class="bar" aria-label="Changes of this ${name.kind}">
${before ? html`<a rel="prev" href="${to.item(before.last, name)}">« previous change</a>` : html`<span class="soft">« no earlier state is kept</span>`}
<span>${stood}${compare}</span>
${after ? html`<a rel="next" href="${to.item(after.first, name)}">next change »</a>` : html`<span class="soft">no later change »</span>`}
<a href="${to.history(name)}">${plural(states, 'state')}</a></nav>`
}

/** Of this night first: it matters whether what is seen was seen then. */
function unreadNotice({ unread }: ItemData, { night: { snapshot } }: NightAsked): Html | '' {
  if (unread.length === 0) return ''
  const now = unread.find(({ from, to }) => from <= snapshot && snapshot <= to)
  if (now)
    return notice(
      `This night could not read it (${now.class}): it is shown as it was last read, and may have been otherwise.`,
    )
  return notice(`It was not read in ${unreadWords(unread)}: how it was then is not known.`)
}

function tabs({ views, view: chosen }: ItemData, name: ItemName, { to, night }: NightAsked): Html {
  const each = views.map(
    view =>
      html`<li><a href="${to.item(night.snapshot, name, view)}"${view === chosen ? html` aria-current="page"` : ''}>${view}</a></li>`,
  )
  return html`<nav aria-label="Views"><ul class="tabs">${each}</ul></nav>`
}

function content(data: ItemData, name: ItemName, at: NightAsked): Html {
  if (data.view === 'rendered') return bodyFrame(at.to.frame(data.snapshot, name), `${data.title}, rendered`)
  if (data.view === 'blame') return blameTable(data.lines, at)
  if (data.view === 'comments') return commentList(data.comments ?? [], at)
  const bytes = data.kind === 'file' && data.parts.some(part => part.name === 'bytes')
  const address = at.to.file(data.snapshot, data.id, data.parent)
  return html`${bytes ? html`<p class="actions"><a href="${address}">The file itself, as it was in this night</a></p>` : ''}${source(data, at, data.view === 'fields')}`
}

export const pageItem: Shown = view({ path: '/o/:org/at/:snap/p/:id', read, page })
export const item: Shown = view({ path: '/o/:org/at/:snap/k/:kind/:id', read, page })
