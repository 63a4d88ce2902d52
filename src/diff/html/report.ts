/**
 * All changes between two snapshots as one HTML file, in pieces. The changes are gone through twice, first for the
 * table of contents, so that they need not fit in memory.
 */
import type { SnapshotSummary } from '../../model/snapshot.ts'
import type { Vault } from '../../vault/vault.ts'
import { bodiesOf } from '../body-diff.ts'
import type { DescribedChange } from '../change.ts'
import { formatMove, formatValue, placeOf } from '../format-value.ts'
import { closeDocument, escapeHtml, openDocument } from './document.ts'
import { sideBySide } from './side-by-side.ts'

const MAX_LINKS = 1000

export interface HtmlDiff {
  vault: Vault
  a: SnapshotSummary
  b: SnapshotSummary
  /** A fresh pass over the same changes. */
  changes(): Iterable<DescribedChange>
}

interface Contents {
  counts: Map<string, number>
  links: { id: string; title: string }[]
  total: number
}

export function* renderHtmlDiff(diff: HtmlDiff): Generator<string> {
  const { a, b, vault } = diff
  const contents = contentsOf(diff.changes())
  yield openDocument(`Changes from snapshot ${a.snapshot} to ${b.snapshot}`)
  yield heading(a, b)
  yield tableOfContents(contents)
  let [number, section] = [0, '']
  for (const change of diff.changes()) {
    const name = sectionOf(change)
    if (name !== section) {
      section = name
      yield `<h2 id="${anchor(name)}">${escapeHtml(name)}</h2>\n`
    }
    number++
    yield article(vault, change, number)
  }
  if (number === 0) yield '<p>Nothing changed.</p>\n'
  yield closeDocument()
}

function contentsOf(changes: Iterable<DescribedChange>): Contents {
  const contents: Contents = { counts: new Map(), links: [], total: 0 }
  for (const change of changes) {
    const name = sectionOf(change)
    contents.counts.set(name, (contents.counts.get(name) ?? 0) + 1)
    contents.total++
    const title = `${change.actions.join(', ')}: ${change.description.title}`
    if (contents.links.length < MAX_LINKS) contents.links.push({ id: `change-${contents.total}`, title })
  }
  return contents
}

function sectionOf({ description }: DescribedChange): string {
  return description.within === null ? description.kind : `${description.kind} in ${description.within}`
}

function anchor(name: string): string {
  return escapeHtml(`section-${encodeURIComponent(name)}`)
}

function heading(a: SnapshotSummary, b: SnapshotSummary): string {
  const partial = [a, b].filter(snapshot => snapshot.state !== 'complete')
  const names = partial.map(snapshot => `snapshot ${snapshot.snapshot}`).join(' and ')
  const banner =
    partial.length > 0 ? `<p class="banner">Partial: ${names} could not read everything.</p>\n` : ''
  const line = (name: string, snapshot: SnapshotSummary) =>
    `<dt>${name}</dt><dd>snapshot ${snapshot.snapshot}, ${escapeHtml(snapshot.started)}, ${snapshot.state}</dd>`
  const title = escapeHtml(b.organizationTitle)
  return `<header>\n${banner}<h1>${title}: what changed</h1>\n<dl class="facts">${line('From', a)}${line('To', b)}</dl>\n</header>\n`
}

function tableOfContents({ counts, links, total }: Contents): string {
  const bySection = [...counts].map(
    ([name, count]) => `<li><a href="#${anchor(name)}">${escapeHtml(name)}</a> (${count})</li>`,
  )
  const each = links.map(({ id, title }) => `<li><a href="#${id}">${escapeHtml(title)}</a></li>`)
  const more = total - links.length
  const rest = more > 0 ? `<p class="soft">… and ${more} more below.</p>` : ''
  return `<nav aria-label="Contents">\n<h2>Contents</h2>\n<ul>${bySection.join('')}</ul>\n<details${total > 60 ? '' : ' open'}><summary>Each of ${total} changes</summary><ul>${each.join('')}</ul>${rest}</details>\n</nav>\n`
}

function article(vault: Vault, change: DescribedChange, number: number): string {
  const { description, actions, cause } = change
  const place = placeOf(change)
  const lines = [
    `<p class="soft"><code>${escapeHtml(`${description.kind} ${description.id}`)}</code>${place ? ` in ${escapeHtml(place)}` : ''}</p>`,
    cause ? `<p>Not known: ${escapeHtml(cause.message)} (${cause.class}).</p>` : '',
    change.moved ? `<p>Moved: ${escapeHtml(formatMove(change.moved))}</p>` : '',
    fieldTable(change),
    partLines(change),
  ]
  const bodies = bodiesOf(vault, change)
  const body = bodies && bodies.before !== bodies.after ? sideBySide(bodies) : ''
  const title = `${escapeHtml(actions.join(', '))}: ${escapeHtml(description.title)}`
  return `<article>\n<h3 id="change-${number}"><span class="tag">${symbols[change.type]}</span> ${title}</h3>\n${lines.filter(Boolean).join('\n')}\n${body}</article>\n`
}

const symbols = { added: '+', removed: '−', modified: '△', unknown: '?' } as const

function fieldTable({ fields }: DescribedChange): string {
  if (fields.length === 0) return ''
  const rows = fields.map(({ path, before, after }) => {
    const cells = [path, formatValue(before), formatValue(after)].map(escapeHtml)
    return `<tr><td data-name="field">${cells[0]}</td><td data-name="before">${cells[1]}</td><td data-name="after">${cells[2]}</td></tr>`
  })
  return `<table class="rows"><thead><tr><th>field</th><th>before</th><th>after</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

function partLines({ parts }: DescribedChange): string {
  const size = (state: { bytes: number; digest: string } | null) =>
    state ? `${state.bytes} bytes (SHA-256 ${state.digest.slice(0, 12)}…)` : 'absent'
  return parts
    .map(
      ({ name, before, after }) =>
        `<p class="soft">${escapeHtml(name)}: ${size(before)} → ${size(after)}</p>`,
    )
    .join('\n')
}
