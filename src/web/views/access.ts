/** Who could get in, on a night: into a space, or one person into every space. */
import { html } from 'hono/html'
import { effectiveAccess } from '../../audit/access/effective.ts'
import { loadAccess } from '../../audit/access/load.ts'
import { viaOf } from '../../audit/access/report.ts'
import { makeSnapshotFacts, type SnapshotFacts } from '../../audit/snapshot-facts.ts'
import { UsageError } from '../../model/errors.ts'
import { nameForm } from '../../model/normal-form.ts'
import { ACCESS_KINDS } from '../../resources/access-kinds.ts'
import { nightBar } from '../html/night-bar.ts'
import { empty, notice, words } from '../html/words.ts'
import { type Asked, nightOf } from '../reading/asked.ts'
import { AuditorsOnly } from '../reading/errors.ts'
import { view } from '../view.ts'
import { auditsIn } from '../visitor.ts'

const MOST_ROWS = 500

function read(asked: Asked) {
  const { vault, night, platform, id: organization, title } = nightOf(asked)
  if (!auditsIn(asked.visitor, organization)) throw new AuditorsOnly('who has access to what', title)
  const [person, space] = [asked.query('person'), asked.query('space')]
  if (!person && !space) throw new UsageError('whose access? give a person or a space')
  const facts = makeSnapshotFacts(vault, night, [])
  const loaded = loadAccess(vault, facts)
  const people = person ? loaded.people.filter(id => isCalled(facts, id, person)) : loaded.people
  const rows = people.flatMap(id =>
    loaded.spaces
      .filter(place => !space || place.id === space)
      .flatMap(place => {
        const found = effectiveAccess(loaded, id, place, platform.resolution)
        if (!found) return []
        const { name, email } = facts.person(id)
        const disabled = loaded.person(id)?.disabled === true
        return [
          {
            person: { id, name, email, disabled },
            space: { id: place.id, title: facts.title('space', place.id) ?? place.id },
            role: found.role,
            via: viaOf(facts, found.via),
            source: found.source,
          },
        ]
      }),
  )
  return {
    ...{ snapshot: night.snapshot, person, space },
    people: people.length,
    total: rows.length,
    rows: rows.slice(0, MOST_ROWS),
    /** Kinds of what was not read again for this night, and may show ways in that were no more. */
    weak: (night.weak ?? []).filter(({ kind }) => ACCESS_KINDS.includes(kind)),
    /** Kinds that may hide ways in: they were not read. */
    not_read: [...new Set(night.gaps.map(({ kind }) => kind).filter(kind => ACCESS_KINDS.includes(kind)))],
  }
}

function isCalled(facts: SnapshotFacts, id: string, name: string): boolean {
  const person = facts.person(id)
  const wanted = nameForm(name)
  return (
    id === name ||
    [person.name, person.email].some(known => known !== null && nameForm(known).includes(wanted))
  )
}

type AccessData = ReturnType<typeof read>

function page(data: AccessData, asked: Asked) {
  const at = nightOf(asked)
  const { to, night } = at
  const query = {
    ...(data.person ? { person: data.person } : {}),
    ...(data.space ? { space: data.space } : {}),
  }
  const rows = data.rows.map(
    ({
      person,
      space,
      role,
      via,
      source,
    }) => html`<tr><td data-name="person"><a href="${to.access(night.snapshot, { person: person.id })}">${words(person.name ?? person.email ?? person.id)}</a>${person.disabled ? html` <strong>disabled</strong>` : ''}${person.email === null ? '' : html` <span class="soft">${words(person.email)}</span>`}</td><td data-name="space"><a href="${to.space(night.snapshot, space.id)}">${words(space.title)}</a></td><td data-name="role"><strong>${role}</strong></td><td data-name="through">${words(via)}${source === 'computed' ? html` <span class="soft">(computed)</span>` : ''}</td></tr>
`,
  )
  const nothing =
    data.people === 0
      ? empty(html`Nobody is called “${words(data.person ?? '')}” in this night.`)
      : empty('Nobody could get in, as far as was read.')
  const title = 'Who could get in'
  const body = html`<h1>${title}</h1>${nightBar(at, { addressAt: number => to.access(number, query) })}
${data.not_read.length === 0 ? '' : notice(`Partial: ${data.not_read.join(', ')} could not be read in this night; more or less access is possible.`)}
${data.weak.length === 0 ? '' : notice(`Not read again for this night: ${data.weak.map(({ kind, oldest_read: at }) => `${kind} (as it was at ${at} or later)`).join(', ')}.`)}
${rows.length === 0 ? nothing : html`<div class="scroll"><table class="rows"><thead><tr><th>person</th><th>space</th><th>role</th><th>through</th></tr></thead><tbody>${rows}</tbody></table></div>`}
${data.total > data.rows.length ? html`<p>… and ${data.total - data.rows.length} more: docvault access has all</p>` : ''}`
  const crumbs = [
    { title: at.title, address: to.home },
    { title: `Night ${night.snapshot}`, address: to.night(night.snapshot) },
  ]
  return { title, crumbs, body }
}

export const access = view({ path: '/o/:org/at/:snap/access', read, page })
