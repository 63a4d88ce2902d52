/** One night: the spaces, what else there was, and what could not be read. */
import { html } from 'hono/html'
import { makeLabelOf } from '../../diff/describe.ts'
import { formatBytes, formatDuration } from '../../model/format.ts'
import { plural } from '../../model/plural.ts'
import { type Gap, gapClassDocs } from '../../model/snapshot.ts'
import { declarationOf, resources } from '../../resources/index.ts'
import { nightBar } from '../html/night-bar.ts'
import { bringAllBack } from '../html/restore-parts.ts'
import { count, empty, night as nightWords, stateOf, words } from '../html/words.ts'
import { type NightAsked, nightOf } from '../reading/asked.ts'
import { type Html, view } from '../view.ts'
import { auditsIn, seesKind } from '../visitor.ts'

/** More than anybody reads; the JSON twin has as many. */
const MOST_SPACES = 500
const MOST_GAPS = 100

export const night = view({
  path: '/o/:org/at/:snap',
  read(asked) {
    const at = nightOf(asked)
    const { gaps, ...summary } = at.night
    const kept = Object.entries(summary.resources).filter(([kind]) => seesKind(asked.visitor, at.id, kind))
    const label = makeLabelOf(at.vault, resources)
    const listed = Iterator.from(at.vault.resources(at.night.snapshot, { kind: 'space' }))
    const spaces = listed.take(MOST_SPACES).map(space => ({
      id: space.id,
      title: label(space),
      gaps: gaps.filter(({ parent, parentKind }) => parentKind === 'space' && parent === space.id).length,
    }))
    return {
      ...summary,
      resources: Object.fromEntries(kept),
      spaces: [...spaces],
      gap_count: gaps.length,
      gaps: gaps.slice(0, MOST_GAPS),
    }
  },
  page(data, asked) {
    const at = nightOf(asked)
    const { to, platform, night: summary } = at
    const title = `Night ${summary.snapshot}`
    const spaces = data.spaces.map(
      space => html`<li><a href="${to.space(summary.snapshot, space.id)}">${words(space.title)}</a> ${space.gaps > 0 ? html`<strong>${plural(space.gaps, 'gap')}</strong>` : ''}</li>
`,
    )
    const more = (summary.resources.space ?? 0) - data.spaces.length
    const body = html`<h1>${nightWords(summary, platform.timezone)} ${stateOf(summary)}</h1>
${nightBar(at, { addressAt: to.night })}
${account(at)}
${bringAllBack(at, asked)}
<section><h2>Spaces</h2>${spaces.length === 0 ? empty('No space was read in this night.') : html`<ul class="spaces">${spaces}</ul>`}${more > 0 ? html`<p>… and ${plural(more, 'more space')}: <a href="${to.kind(summary.snapshot, 'space')}">all of them</a></p>` : ''}</section>
${data.gap_count === 0 ? '' : html`<section id="gaps"><h2>${plural(data.gap_count, 'gap')}: what this night could not read</h2><p>What stood there then is not known. It is shown as it was last read, or not at all.</p><ul>${data.gaps.map(gap => gapLine(gap, summary.snapshot))}</ul>${data.gap_count > data.gaps.length ? html`<p>… and ${data.gap_count - data.gaps.length} more</p>` : ''}</section>`}
<section><h2>Everything that was kept</h2><ul class="kinds">${Object.entries(data.resources).map(([kind, number]) => kindLine(kind, number ?? 0, at))}</ul></section>
${auditsIn(asked.visitor, at.id) ? html`<section><h2>Who could get in</h2>${accessForm(at)}</section>` : ''}`
    return { title, crumbs: [{ title: at.title, address: to.home }], body }
  },
})

/** One that this version of docvault does not know was written by another: it has no page. */
function kindLine(kind: string, number: number, { to, night: { snapshot } }: NightAsked): Html {
  const declared = declarationOf(kind)?.kind
  const name = declared ? html`<a href="${to.kind(snapshot, declared)}">${kind}</a>` : kind
  return html`<li>${name} <span class="soft">${count(number)}</span></li>`
}

function account({ night: summary, platform, to, nights }: NightAsked): Html {
  const { added, modified, removed, requests, bytes, duration_ms: took, snapshot, trigger, base } = summary
  const before = nights.find(other => other.snapshot === base)
  const changes = `${plural(added, 'thing')} added, ${modified} modified, ${removed} removed`
  const owner = summary.proof?.owner
  return html`<dl class="facts"><dt>changes</dt><dd>${before ? html`<a href="${to.changes(before.snapshot, snapshot)}">${changes}</a> since ${nightWords(before, platform.timezone)}` : base === null ? html`${changes}: the first night` : html`${changes} since night ${base}, which is not kept`}</dd>
<dt>read</dt><dd>${plural(requests, 'request')}, ${formatBytes(bytes)}, ${formatDuration(took)}; asked for by ${words(trigger)}</dd>
${owner ? html`<dt>seen by</dt><dd>${words(owner.name)}${owner.role === null ? '' : html`, ${owner.role}`}</dd>` : ''}
<dt>digest</dt><dd><code>${summary.digest ?? 'not sealed'}</code></dd></dl>`
}

function gapLine(
  { kind, parentKind, parent, resource, class: name, message, firstSeen }: Gap,
  snapshot: number,
): Html {
  const what = resource === undefined ? `every ${kind}` : `${kind} ${resource}`
  return html`<li>${words(`${what} in ${parentKind} ${parent}`)}: <strong title="${gapClassDocs[name]}">${name}</strong>${firstSeen === snapshot ? '' : ` since night ${firstSeen}`}: ${words(message)}</li>
`
}

function accessForm({ to, night: { snapshot } }: NightAsked): Html {
  return html`<form action="${to.access(snapshot, {})}" class="line"><label>Person <input name="person" placeholder="name, e-mail address or id"></label> <button>What could they see?</button></form>`
}
