/** What was chosen to be put back, from several nights, and where to. */
import { html } from 'hono/html'
import { makeDescribe } from '../../diff/describe.ts'
import { plural } from '../../model/plural.ts'
import { resources } from '../../resources/index.ts'
import { formToken } from '../html/form-token.ts'
import { mayRestore } from '../html/restore-parts.ts'
import { empty, nightLink, notice, words } from '../html/words.ts'
import {
  type Asked,
  assertRestores,
  nightIn,
  type OrganizationAsked,
  organizationOf,
} from '../reading/asked.ts'
import { CART_COOKIE, type CartItem, itemText, readCart } from '../reading/cart.ts'
import { type Html, view } from '../view.ts'

interface Chosen extends CartItem {
  /** Null: its night has it not. */
  title: string | null
  within: string | null
  /** Whether the newest night has it, too. */
  stands: boolean
}

export const restoreChoice = view({
  path: '/o/:org/restore',
  read(asked) {
    const organization = organizationOf(asked)
    assertRestores(asked, organization)
    const chosen = readCart(asked.cookie(CART_COOKIE)).map(item => describe(organization, item))
    return { chosen, may_restore: mayRestore(organization, asked) }
  },
  page({ chosen }, asked) {
    const organization = organizationOf(asked)
    const { to, title } = organization
    const body = html`<h1>Bring back</h1>
${chosen.length === 0 ? nothing(organization) : html`<p>${plural(chosen.length, 'thing')} chosen. Nothing is written before you have seen what would be, and typed that you want it.</p>${table(chosen, organization, asked)}${options(chosen, organization, asked)}`}
<p class="actions"><a href="${to.lost()}">What is gone</a> <a href="${to.search}">Search for more</a> <a href="${to.restores}">Restores and plans</a></p>`
    return { title: 'Bring back', crumbs: [{ title, address: to.home }], body }
  },
})

function describe(organization: OrganizationAsked, item: CartItem): Chosen {
  const { vault, nights } = organization
  const night = nightIn(organization, item.snapshot)
  if (item.kind === 'organization') return { ...item, title: 'everything', within: null, stands: true }
  const [found] = vault.find(item.snapshot, item.kind, item.id)
  if (!found) return { ...item, title: null, within: null, stands: false }
  const { title, within } = makeDescribe(vault, resources)(found, night.snapshot)
  const newest = nights.at(-1)
  return {
    ...item,
    title,
    within,
    stands: newest !== undefined && vault.at(newest.snapshot, found.key) !== null,
  }
}

function nothing({ to }: OrganizationAsked): Html {
  return empty(
    'Nothing is chosen.',
    html`Open a page, a space, a file or a person in the night in which it was right, and press “Bring it back”. <a href="${to.lost()}">What is gone</a> lists what no longer stands.`,
  )
}

function table(
  chosen: readonly Chosen[],
  { to, platform, nights }: OrganizationAsked,
  { visitor }: Asked,
): Html {
  const started = (snapshot: number) => nights.find(other => other.snapshot === snapshot)?.started ?? null
  const rows = chosen.map(item => {
    const { snapshot, kind, id, title, within, stands } = item
    const address =
      kind === 'organization'
        ? to.night(snapshot)
        : kind === 'space'
          ? to.space(snapshot, id)
          : to.item(snapshot, { kind, id })
    const now =
      title === null
        ? html`<strong>not in this night</strong>`
        : stands
          ? 'stands, perhaps otherwise'
          : 'gone'
    return html`<tr><td data-name="what">${kind} <a href="${address}">${words(title ?? id)}</a></td><td data-name="in">${within === null ? '' : words(within)}</td><td data-name="as in">${nightLink({ snapshot, started: started(snapshot) }, to, platform.timezone)}</td><td data-name="today">${now}</td><td><form method="post" action="${to.restore}/choose">${formToken(visitor)}<input type="hidden" name="remove" value="${itemText(item)}"><button aria-label="Leave out ${title ?? id}">leave out</button></form></td></tr>
`
  })
  return html`<div class="scroll"><table class="rows"><thead><tr><th>what</th><th>in</th><th>as in night</th><th>today</th><th><span class="hidden">links</span></th></tr></thead><tbody>${rows}</tbody></table></div>
<form method="post" action="${to.restore}/choose" class="line">${formToken(visitor)}<button name="empty" value="1">Leave out all of it</button></form>`
}

function options(chosen: readonly Chosen[], organization: OrganizationAsked, asked: Asked): Html {
  const { visitor } = asked
  if (organization.platform.restores === null)
    return notice(
      'Nothing can be restored from here: there is no address and token of the platform. Copy the addresses of these pages, or use docvault restore.',
    )
  const nights = new Set(chosen.map(({ snapshot }) => snapshot)).size
  const update = chosen.some(({ stands }) => stands)
  return html`<form method="post" action="${organization.to.restore}/plan" class="options">${formToken(visitor)}
<fieldset><legend>What stands there today and differs</legend>
${choice('skip', 'is left as it is', !update)}${choice('update', 'becomes as it was; what that overwrites is shown first', update)}${choice('copy', 'stays, and what comes back stands beside it as a copy', false)}</fieldset>
<fieldset><legend>Where to</legend>
<p><label><input type="checkbox" name="asChangeRequest"> pages into a change request, for somebody on the platform to merge</label></p>
<p><label>into another organization: <input name="to" placeholder="title or id"></label></p>
<p><label>the content of the one chosen space into another space: <input name="intoSpace" placeholder="title or id"></label></p></fieldset>
<fieldset><legend>Only if you mean it</legend>
<p><label><input type="checkbox" name="publish"> sites that were published are published again</label></p>
<p><label>who had more access gets it again; type the title of the organization for that: <input name="allowWidening" autocomplete="off"></label></p></fieldset>
<p><button class="main">See what would be done</button></p>
<p class="soft">${nights > 1 ? `${nights} nights make ${nights} plans, one after the other: a plan takes nothing from another night than its own. ` : ''}The platform is read for it as it is now; that takes as long as a backup.</p>
</form>`
}

function choice(value: string, text: string, isChosen: boolean): Html {
  return html`<p><label><input type="radio" name="onConflict" value="${value}"${isChosen ? html` checked` : ''}> ${text}</label></p>`
}
