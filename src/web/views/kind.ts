/** Everything of one kind in a night, some at a time, in the order of the tables of contents. */
import { html } from 'hono/html'
import { makeDescribe, readTogether } from '../../diff/describe.ts'
import { inTreeOrder } from '../../diff/tree-order.ts'
import { resources } from '../../resources/index.ts'
import { nightBar } from '../html/night-bar.ts'
import { count, empty, words } from '../html/words.ts'
import { kindOf, nightOf, numberIn } from '../reading/asked.ts'
import { view } from '../view.ts'

const MOST_ROWS = 100

export const kindList = view({
  path: '/o/:org/at/:snap/k/:kind',
  read(asked) {
    const [at, kind, from] = [nightOf(asked), kindOf(asked), numberIn(asked, 'from') ?? 0]
    const { vault, night } = at
    const describe = makeDescribe(vault, resources)
    const listed = inTreeOrder(vault, night.snapshot, vault.resources(night.snapshot, { kind }))
    const shown = listed.drop(from).take(MOST_ROWS)
    const rows = [...readTogether(vault, shown)].map(resource => {
      const { id, title, within, path, gitPath } = describe(resource, night.snapshot)
      return { id, title, within, parent: resource.parentId, path: gitPath ?? path, since: resource.since }
    })
    const total = night.resources[kind] ?? 0
    return { kind, total, from, rows, next: from + rows.length < total ? from + rows.length : null }
  },
  page({ kind, total, from, rows, next }, asked) {
    const at = nightOf(asked)
    const { to, night } = at
    const { snapshot } = night
    const doc = resources.find(resource => resource.kind === kind)?.doc
    const lines = rows.map(({ id, title, within, parent, path, since }) => {
      const address =
        kind === 'space' ? to.space(snapshot, id) : to.item(snapshot, { kind, id, within: parent })
      return html`<tr><td data-name="title"><a href="${address}">${words(title)}</a></td><td data-name="in">${within === null ? '' : words(within)}</td><td data-name="path">${path === null ? '' : words(path)}</td><td data-name="since" class="number">${since}</td></tr>
`
    })
    const range =
      rows.length < total
        ? `${count(from + 1)} to ${count(from + rows.length)} of ${count(total)}`
        : count(total)
    const body = html`<h1>${kind}</h1><p class="soft">${doc}</p>${nightBar(at, { addressAt: number => to.kind(number, kind) })}
${rows.length === 0 ? empty(`No ${kind} was read in this night.`) : html`<p>${range}</p><div class="scroll"><table class="rows"><thead><tr><th>title</th><th>in</th><th>path</th><th>like this since</th></tr></thead><tbody>${lines}</tbody></table></div>`}
${next === null ? '' : html`<p><a href="${to.kind(snapshot, kind, next)}">the next ones</a></p>`}`
    const crumbs = [
      { title: at.title, address: to.home },
      { title: `Night ${snapshot}`, address: to.night(snapshot) },
    ]
    return { title: kind, crumbs, body }
  },
})
