/** What was there and is not any more, of what a restore can bring back: the last seen first. */
import { html } from 'hono/html'
import { makeDescribe } from '../../diff/describe.ts'
import { plural } from '../../model/plural.ts'
import type { Kind } from '../../model/resource.ts'
import { resources } from '../../resources/index.ts'
import type { GoneState } from '../../vault/vault.ts'
import { pager } from '../html/pager.ts'
import { bringBack } from '../html/restore-parts.ts'
import { empty, nightLink, words } from '../html/words.ts'
import { numberIn, type OrganizationAsked, organizationOf } from '../reading/asked.ts'
import { view } from '../view.ts'
import { seesKind } from '../visitor.ts'

interface LostThing {
  kind: Kind
  id: string
  title: string
  within: string | null
  parent: string | null
  /** The last night that has it, and the first that has it no more. */
  last: number
  gone: number
}

/** What a restore can bring back, in the order of the walk. */
const KINDS: readonly Kind[] = resources
  .filter(({ restore }) => restore.fidelity !== 'no')
  .map(({ kind }) => kind)
const MOST_ROWS = 60

export const lost = view({
  path: '/o/:org/lost',
  read(asked) {
    const organization = organizationOf(asked)
    const from = numberIn(asked, 'from') ?? 0
    const { vault } = organization
    const all = goneIn(organization).filter(({ state }) =>
      seesKind(asked.visitor, organization.id, state.kind),
    )
    const describe = makeDescribe(vault, resources)
    const things = all.slice(from, from + MOST_ROWS).flatMap(({ state, last, gone }): LostThing[] => {
      const resource = vault.at(last, state.key)
      if (resource === null) return []
      const { kind, id, title, within } = describe(resource, last)
      return [{ kind, id, title, within, parent: resource.parentId, last, gone }]
    })
    return {
      total: all.length,
      from,
      things,
      next: from + things.length < all.length ? from + things.length : null,
    }
  },
  page({ total, from, things }, asked) {
    const organization = organizationOf(asked)
    const { to, platform, nights, title } = organization
    const started = (snapshot: number) => nights.find(other => other.snapshot === snapshot)?.started ?? null
    const rows = things.map(({ kind, id, title: name, within, parent, last, gone }) => {
      const address = kind === 'space' ? to.space(last, id) : to.item(last, { kind, id, within: parent })
      return html`<tr><td data-name="what">${kind} <a href="${address}">${words(name)}</a></td><td data-name="in">${within === null ? '' : words(within)}</td><td data-name="last seen">${nightLink({ snapshot: last, started: started(last) }, to, platform.timezone)}</td><td data-name="gone in">${nightLink({ snapshot: gone, started: started(gone) }, to, platform.timezone)}</td><td><a href="${to.history({ kind, id, within: parent })}">history</a> ${bringBack(organization, { snapshot: last, kind, id }, asked)}</td></tr>
`
    })
    const body = html`<h1>What is gone</h1><p>${plural(total, 'thing')} that an earlier night has and the newest has not, of what a restore can bring back.</p>
${rows.length === 0 ? empty('Nothing that a night which is kept has, and a restore could bring back, is gone.') : html`<div class="scroll"><table class="rows"><thead><tr><th>what</th><th>in</th><th>last seen</th><th>gone in</th><th><span class="hidden">links</span></th></tr></thead><tbody>${rows}</tbody></table></div>`}
${pager({ from, shown: things.length, total, most: MOST_ROWS, addressFrom: to.lost })}`
    return { title: 'What is gone', crumbs: [{ title, address: to.home }], body }
  },
})

interface Gone {
  state: GoneState
  last: number
  gone: number
}

/** Of all that is restorable the last state, where the newest night does not have it; the last seen first. */
function goneIn({ id, vault, found, nights }: OrganizationAsked): Gone[] {
  const newest = nights.at(-1)
  if (!newest) return []
  const states = found.gone.of(id) ?? found.gone.keep(id, vault.gone(newest.snapshot))
  const order = new Map(KINDS.map((kind, index) => [kind, index]))
  return states
    .flatMap(state => {
      const { kind, since, until } = state
      const last = nights.findLast(({ snapshot }) => snapshot < until)
      const gone = nights.find(({ snapshot }) => snapshot >= until)
      if (!order.has(kind) || !last || !gone || last.snapshot < since) return []
      return [{ state, last: last.snapshot, gone: gone.snapshot }]
    })
    .sort((a, b) => b.last - a.last || (order.get(a.state.kind) ?? 0) - (order.get(b.state.kind) ?? 0))
}
