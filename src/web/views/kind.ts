/** Everything of one kind in a night, some at a time, in the order of the tables of contents. */
import { html } from 'hono/html'
import { makeDescribe, readTogether } from '../../diff/describe.ts'
import { inTreeOrder } from '../../diff/tree-order.ts'
import type { Kind } from '../../model/resource.ts'
import { resources } from '../../resources/index.ts'
import type { StoredResource } from '../../vault/vault.ts'
import { nightBar } from '../html/night-bar.ts'
import { pager } from '../html/pager.ts'
import { count, empty, words } from '../html/words.ts'
import { kindOf, type NightAsked, nightOf, numberIn } from '../reading/asked.ts'
import { view } from '../view.ts'

const MOST_ROWS = 100

export const kindList = view({
  path: '/o/:org/at/:snap/k/:kind',
  read(asked) {
    const [at, kind, from] = [nightOf(asked), kindOf(asked), numberIn(asked, 'from') ?? 0]
    const { vault, night } = at
    const describe = makeDescribe(vault, resources)
    const rows = [...readTogether(vault, listed(at, kind, from).take(MOST_ROWS))].map(resource => {
      const { id, title, within, path, gitPath } = describe(resource, night.snapshot)
      return { id, title, within, parent: resource.parentId, path: gitPath ?? path, since: resource.since }
    })
    const total = night.resources[kind] ?? 0
    return { kind, total, from, rows, next: from + rows.length < total ? from + rows.length : null }
  },
  page({ kind, total, from, rows }, asked) {
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
    const body = html`<h1>${kind}</h1><p class="soft">${doc}</p>${nightBar(at, { addressAt: number => to.kind(number, kind) })}
${total === 0 ? empty(`No ${kind} was read in this night.`) : html`<p>${count(total)}</p><div class="scroll"><table class="rows"><thead><tr><th>title</th><th>in</th><th>path</th><th>like this since</th></tr></thead><tbody>${lines}</tbody></table></div>`}
${pager({ from, shown: rows.length, total, most: MOST_ROWS, addressFrom: start => to.kind(snapshot, kind, start) })}`
    const crumbs = [
      { title: at.title, address: to.home },
      { title: `Night ${snapshot}`, address: to.night(snapshot) },
    ]
    return { title: kind, crumbs, body }
  },
})

/** What stands before `from` is counted, and not read. */
function* listed({ vault, night }: NightAsked, kind: Kind, from: number): Generator<StoredResource> {
  let before = 0
  for (const { parent, size } of vault.sizes(night.snapshot, kind)) {
    const start = Math.max(0, from - before)
    before += size
    if (start >= size) continue
    const scope = vault.resources(night.snapshot, { kind, parent })
    yield* inTreeOrder(vault, night.snapshot, scope).drop(start)
  }
}
