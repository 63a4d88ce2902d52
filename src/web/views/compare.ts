/** Two states of one thing beside each other: line by line, word by word, and field by field. */
import { html } from 'hono/html'
import { bodiesOf, wordDiff } from '../../diff/body-diff.ts'
import { itemOf, makeDescribe } from '../../diff/describe.ts'
import { fieldChanges } from '../../diff/field-changes.ts'
import { formatValue } from '../../diff/format-value.ts'
import { sideBySide } from '../../diff/html/side-by-side.ts'
import { partChanges } from '../../diff/part-changes.ts'
import { declarationOf, resources } from '../../resources/index.ts'
import type { ItemName } from '../addresses.ts'
import { hasBody } from '../bodies/body.ts'
import { bodyFrame } from '../html/item-parts.ts'
import { made } from '../html/trusted.ts'
import { empty, nightLink, notice, words } from '../html/words.ts'
import type { Asked, NightAsked } from '../reading/asked.ts'
import { type Ends, endsOf } from '../reading/ends.ts'
import { unreadWithin, unreadWords } from '../reading/unread.ts'
import { type Html, type Shown, view } from '../view.ts'

const VIEWS = ['rendered', 'split', 'words', 'fields'] as const
type CompareView = (typeof VIEWS)[number]

function read(asked: Asked) {
  const { a, b, before, after } = endsOf(asked)
  const { vault } = b
  const { id, kind, title, path, gitPath, within } = makeDescribe(vault, resources)(after, b.night.snapshot)
  for (const { id: organization, night } of [a, b])
    asked.looked({ act: 'look', organization, item: `${kind} ${id}`, snapshot: night.snapshot })
  const fields = fieldChanges(declarationOf(kind), itemOf(vault, before), itemOf(vault, after))
  const views: CompareView[] = hasBody(before) || hasBody(after) ? [...VIEWS] : ['fields']
  return {
    ...{ a: a.night.snapshot, b: b.night.snapshot, kind, id, title, path: gitPath ?? path, within },
    fields,
    parts: partChanges(before, after),
    /** Of the two nights, those that did not read it. */
    unread: [a, b].flatMap(({ night: { snapshot } }) =>
      unreadWithin(b, after.key, { from: snapshot, to: snapshot }),
    ),
    view: views.find(name => name === asked.query('view')) ?? views[0] ?? 'fields',
    views,
  }
}

type CompareData = ReturnType<typeof read>

function page(data: CompareData, asked: Asked) {
  const ends = endsOf(asked)
  const { to, platform, title: organization } = ends.b
  const name: ItemName = { kind: data.kind, id: data.id, within: asked.query('in') }
  const night = (at: NightAsked) => nightLink(at.night, to, platform.timezone)
  const tabs = data.views.map(
    other =>
      html`<li><a href="${to.compare(name, data.a, data.b, other)}"${other === data.view ? html` aria-current="page"` : ''}>${other}</a></li>`,
  )
  const body = html`<h1>${words(data.title)}: what changed</h1>
<p>from ${night(ends.a)} to ${night(ends.b)} <a class="soft" href="${to.compare(name, data.b, data.a, data.view)}">the other way round</a></p>
${data.unread.length === 0 ? '' : notice(`It was not read in ${unreadWords(data.unread)}: it is compared as it was last read before.`)}
<nav aria-label="Ways to compare"><ul class="tabs">${tabs}</ul></nav>
${content(data, name, ends)}
<p class="actions"><a href="${to.item(data.a, name)}">As it was in night ${data.a}</a> <a href="${to.item(data.b, name)}">As it was in night ${data.b}</a> <a href="${to.history(name)}">Its history</a></p>`
  return { title: `Changes of ${data.title}`, crumbs: [{ title: organization, address: to.home }], body }
}

function content(data: CompareData, name: ItemName, ends: Ends): Html {
  if (data.view === 'rendered' && data.parts.length > 0)
    return bodyFrame(ends.b.to.comparedFrame(name, data.a, data.b), `${data.title}: what changed`)
  if (data.view === 'fields') return fieldTable(data)
  const pair = bodiesOf(ends.b.vault, described(ends))
  if (pair === null || pair.before === pair.after)
    return data.fields.length === 0
      ? empty('Nothing differs.')
      : empty('The text is the same.', 'What differs stands under fields.')
  if (data.view === 'split')
    return html`<div class="scroll" tabindex="0" role="region" aria-label="Both texts">${made(sideBySide(pair))}</div>`
  const pieces = wordDiff(pair.before, pair.after)
  if (pieces === null)
    return empty('The two texts are too long to compare word by word.', 'Look at them beside each other.')
  return html`<pre class="code words" tabindex="0">${pieces.map(({ kind, text }) => (kind === 'same' ? text : kind === 'added' ? html`<ins>${text}</ins>` : html`<del>${text}</del>`))}</pre>`
}

function described({ b, before, after }: Ends) {
  const description = makeDescribe(b.vault, resources)(after, b.night.snapshot)
  return { before, after, description }
}

function fieldTable({ fields, parts }: CompareData): Html {
  if (fields.length + parts.length === 0) return empty('Nothing differs.')
  const rows = fields.map(
    ({
      path,
      before,
      after,
    }) => html`<tr><td data-name="field">${words(path)}</td><td data-name="before">${words(formatValue(before))}</td><td data-name="after">${words(formatValue(after))}</td></tr>
`,
  )
  const bodies = parts.map(
    ({
      name,
      before,
      after,
    }) => html`<tr><td data-name="field">${name}</td><td data-name="before">${before === null ? '' : `${before.bytes} bytes`}</td><td data-name="after">${after === null ? '' : `${after.bytes} bytes`}</td></tr>
`,
  )
  return html`<div class="scroll"><table class="rows"><thead><tr><th>field</th><th>before</th><th>after</th></tr></thead><tbody>${rows}${bodies}</tbody></table></div>`
}

export const pageCompare: Shown = view({ path: '/o/:org/p/:id/compare', read, page })
export const itemCompare: Shown = view({ path: '/o/:org/k/:kind/:id/compare', read, page })
