/** What was there and is not any more, of what a restore can bring back: the last seen first. */
import { html } from 'hono/html'
import { makeDescribe } from '../../diff/describe.ts'
import { plural } from '../../model/plural.ts'
import type { Kind } from '../../model/resource.ts'
import { resources } from '../../resources/index.ts'
import type { StoredState } from '../../vault/vault.ts'
import { empty, nightLink, words } from '../html/words.ts'
import { numberIn, type OrganizationAsked, organizationOf } from '../reading/asked.ts'
import { view } from '../view.ts'

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
const MOST_ROWS = 100

export const lost = view({
  path: '/o/:org/lost',
  read(asked) {
    const organization = organizationOf(asked)
    const from = numberIn(asked, 'from') ?? 0
    const all = KINDS.flatMap(kind => goneOf(organization, kind)).sort((a, b) => b.last - a.last)
    const describe = makeDescribe(organization.vault, resources)
    const things = all.slice(from, from + MOST_ROWS).map(({ state, last, gone }): LostThing => {
      const { kind, id, title, within } = describe(state, last)
      return { kind, id, title, within, parent: state.parentId, last, gone }
    })
    return {
      total: all.length,
      from,
      things,
      next: from + things.length < all.length ? from + things.length : null,
    }
  },
  page({ total, things, next }, asked) {
    const { to, platform, nights, title } = organizationOf(asked)
    const started = (snapshot: number) => nights.find(other => other.snapshot === snapshot)?.started ?? null
    const rows = things.map(({ kind, id, title: name, within, parent, last, gone }) => {
      const address = kind === 'space' ? to.space(last, id) : to.item(last, { kind, id, within: parent })
      return html`<tr><td data-name="what">${kind} <a href="${address}">${words(name)}</a></td><td data-name="in">${within === null ? '' : words(within)}</td><td data-name="last seen">${nightLink({ snapshot: last, started: started(last) }, to, platform.timezone)}</td><td data-name="gone in">${nightLink({ snapshot: gone, started: started(gone) }, to, platform.timezone)}</td><td><a href="${to.history({ kind, id, within: parent })}">history</a></td></tr>
`
    })
    const body = html`<h1>What is gone</h1><p>${plural(total, 'thing')} that an earlier night has and the newest has not, of what a restore can bring back.</p>
${rows.length === 0 ? empty('Nothing that a night which is kept has, and a restore could bring back, is gone.') : html`<div class="scroll"><table class="rows"><thead><tr><th>what</th><th>in</th><th>last seen</th><th>gone in</th><th><span class="hidden">links</span></th></tr></thead><tbody>${rows}</tbody></table></div>`}
${next === null ? '' : html`<p><a href="?from=${next}">the next ones</a></p>`}`
    return { title: 'What is gone', crumbs: [{ title, address: to.home }], body }
  },
})

interface Gone {
  state: StoredState
  last: number
  gone: number
}

/** Of each resource of a kind its last state, where the newest night does not have it. */
function goneOf({ vault, nights }: OrganizationAsked, kind: Kind): Gone[] {
  const newest = nights.at(-1)
  if (!newest) return []
  const found: Gone[] = []
  let previous: StoredState | null = null
  const end = () => {
    if (!previous || previous.until === null || previous.until > newest.snapshot) return
    const { since, until } = previous
    const last = nights.findLast(({ snapshot }) => snapshot < until)
    const gone = nights.find(({ snapshot }) => snapshot >= until)
    if (last && gone && last.snapshot >= since)
      found.push({ state: previous, last: last.snapshot, gone: gone.snapshot })
  }
  for (const state of vault.states(newest.snapshot, kind)) {
    if (previous !== null && previous.key !== state.key) end()
    previous = state
  }
  end()
  return found
}
