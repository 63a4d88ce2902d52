/** The views of one thing in a night: its source, its fields, since when each line is there, what was said about it. */
import { html } from 'hono/html'
import type { BlamedLine } from '../../diff/blame.ts'
import { lacksDeferred } from '../../model/deferred-part.ts'
import { formatBytes } from '../../model/format.ts'
import { BODY_SANDBOX } from '../policies.ts'
import type { NightAsked } from '../reading/asked.ts'
import type { Said } from '../reading/comments.ts'
import type { Html } from '../view.ts'
import { empty, moment, nightLink, notice, words } from './words.ts'

interface Sourced {
  value: unknown
  parts: readonly { name: string; digest: string; bytes: number }[]
}

/** More is read from the command line. */
const MOST_BYTES = 1024 * 1024

/** The Markdown, or the JSON of the document where there is none; with `fieldsOnly` what is beside the body. */
export function source({ value, parts }: Sourced, { vault }: NightAsked, fieldsOnly: boolean): Html {
  if (fieldsOnly)
    return html`<pre class="code" tabindex="0">${JSON.stringify(value, null, 2)}</pre>${parts.length === 0 ? '' : html`<ul>${parts.map(({ name, digest, bytes }) => html`<li>${name}: ${formatBytes(bytes)}, SHA-256 <code>${digest}</code></li>`)}</ul>`}`
  const part = parts.find(({ name }) => name === 'markdown') ?? parts.find(({ name }) => name === 'document')
  if (part === undefined) return empty('It has no body.')
  if (part.bytes > MOST_BYTES)
    return notice(
      `Its ${part.name} has ${formatBytes(part.bytes)}, more than is shown here: docvault show has all of it.`,
    )
  const content = vault.contentKey(part.digest)
  const text = content === null ? '' : vault.read(content).toString()
  const pending = lacksDeferred(parts)
    ? notice('Its Markdown is still to be read: this is its document.')
    : ''
  return html`${pending}<pre class="code" tabindex="0">${part.name === 'document' ? indented(text) : text}</pre>`
}

function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 1)
  } catch {
    return json
  }
}

/** What people wrote, where it can do nothing. */
export function bodyFrame(address: string, title: string): Html {
  return html`<iframe class="body" src="${address}" title="${title}" sandbox="${BODY_SANDBOX}"></iframe>
<p class="actions"><a href="${address}">Open it alone</a></p>`
}

const MOST_LINES = 3000

export function blameTable(lines: readonly BlamedLine[] | null, at: NightAsked): Html {
  if (lines === null) return empty('It has no Markdown in this night.')
  const { to, platform, vault } = at
  const rows = lines.slice(0, MOST_LINES).map(({ since, text }, index) => {
    const isFirst = lines[index - 1]?.since !== since
    const name = { snapshot: since, started: vault.startedAt(since) }
    return html`<tr${isFirst ? html` class="first"` : ''}><td>${isFirst ? nightLink(name, to, platform.timezone) : ''}</td><td class="number">${index + 1}</td><td class="text">${text}</td></tr>
`
  })
  const more = lines.length - rows.length
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Lines"><table class="blame"><thead><tr><th>since night</th><th>line</th><th>text</th></tr></thead><tbody>${rows}</tbody></table></div>${more > 0 ? html`<p>… and ${more} more lines</p>` : ''}`
}

export function commentList(comments: readonly Said[], { platform }: NightAsked): Html {
  if (comments.length === 0) return empty('No comment on it was read in this night.')
  const remark = ({ by, at, text, status }: Said): Html =>
    html`<p class="soft">${words(by)}${at === null ? '' : html`, ${moment(at, platform.timezone)}`}${status === null ? '' : html`, ${status}`}</p><p class="said">${text}</p>`
  return html`<ul class="comments">${comments.map(
    comment => html`<li>${remark(comment)}${comment.replies.length === 0 ? '' : html`<ul>${comment.replies.map(reply => html`<li>${remark(reply)}</li>`)}</ul>`}</li>
`,
  )}</ul>`
}
