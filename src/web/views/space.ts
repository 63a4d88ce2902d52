/** A space in a night: its table of contents as it stood. */
import { html } from 'hono/html'
import { makeLabelOf } from '../../diff/describe.ts'
import { plural } from '../../model/plural.ts'
import { resources } from '../../resources/index.ts'
import type { Addresses } from '../addresses.ts'
import { nightBar } from '../html/night-bar.ts'
import { pager } from '../html/pager.ts'
import { bringBack } from '../html/restore-parts.ts'
import { empty, notice, words } from '../html/words.ts'
import { itemAt, nightOf, numberIn } from '../reading/asked.ts'
import { MOST_NODES, type TreeNode, treeIn } from '../reading/tree.ts'
import { type Html, view } from '../view.ts'
import { auditsIn } from '../visitor.ts'

export const space = view({
  path: '/o/:org/at/:snap/s/:space',
  read(asked) {
    const at = nightOf(asked)
    const found = itemAt(asked, at, 'space', asked.param('space'))
    const { snapshot, gaps } = at.night
    const under = asked.query('under') || null
    const from = numberIn(asked, 'from') ?? 0
    return {
      ...{ snapshot, id: found.id, title: makeLabelOf(at.vault, resources)(found), under },
      /** Null: its table of contents was not read. */
      tree: treeIn(at, found, { under, from }),
      gaps: gaps.filter(({ parent }) => parent === found.id),
    }
  },
  page({ id, title, tree, gaps, under }, asked) {
    const at = nightOf(asked)
    const { to, night } = at
    const draw = (nodes: readonly TreeNode[]) => drawTree(nodes, { to, snapshot: night.snapshot, space: id })
    const nothing =
      tree === null
        ? empty('The table of contents of this space was not read in this night.')
        : empty('Its table of contents is empty.')
    const body = html`<h1>${words(title)}</h1>
${nightBar(at, { addressAt: number => to.space(number, id), has: number => at.vault.find(number, 'space', id).length > 0 })}
${gaps.length === 0 ? '' : notice(html`${plural(gaps.length, 'thing')} of this space could not be read in this night: <a href="${to.night(night.snapshot)}#gaps">which</a>`)}
${under === null ? '' : html`<p><a href="${to.space(night.snapshot, id)}">The whole table of contents</a></p>`}
${tree === null || tree.nodes.length === 0 ? nothing : html`<div class="tree">${draw(tree.nodes)}</div>`}
${tree === null ? '' : pager({ ...tree, shown: tree.nodes.length, most: MOST_NODES, addressFrom: from => to.space(night.snapshot, id, { under, from }) })}
${tree !== null && tree.unplaced > 0 ? notice(`${plural(tree.unplaced, 'page')} of this space ${tree.unplaced === 1 ? 'stands' : 'stand'} in no table of contents that was read.`) : ''}
<p class="actions"><a href="${to.item(night.snapshot, { kind: 'space', id })}">Settings of this space</a> <a href="${to.history({ kind: 'space', id })}">Its history</a>${auditsIn(asked.visitor, at.id) ? html` <a href="${to.access(night.snapshot, { space: id })}">Who could see it</a>` : ''}</p>
${bringBack(at, { snapshot: night.snapshot, kind: 'space', id }, asked, 'Bring this space back …')}`
    const crumbs = [
      { title: at.title, address: to.home },
      { title: `Night ${night.snapshot}`, address: to.night(night.snapshot) },
    ]
    return { title, crumbs, body }
  },
})

interface TreePlace {
  to: Addresses
  snapshot: number
  space: string
}

function drawTree(nodes: readonly TreeNode[], place: TreePlace): Html {
  const { to, snapshot, space: within } = place
  return html`<ul>${nodes.map(node => {
    const name =
      node.title === null ? html`<em>not read in this night: ${words(node.id)}</em>` : words(node.title)
    const line =
      node.kind === 'page'
        ? html`<a href="${to.item(snapshot, { kind: 'page', id: node.id })}">${name}</a>`
        : name
    const mark = node.since === snapshot ? html` <span class="tag">changed that night</span>` : ''
    const rest =
      node.hidden > 0
        ? html` <a class="soft" href="${to.space(snapshot, within, { under: node.id })}">${node.hidden} below</a>`
        : ''
    return html`<li>${line}${mark}${rest}${node.children.length === 0 ? '' : drawTree(node.children, place)}</li>
`
  })}</ul>`
}
