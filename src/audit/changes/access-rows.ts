/** The rows below a place that moved or whose default changed: whose access it changed. */
import type { DescribedChange, FieldChange } from '../../diff/change.ts'
import type { ChangeRow } from '../row.ts'
import { type AccessChange, accessChangesOf, accessChangeWords } from './access-changes.ts'
import { emptyRow, topOf, type View } from './change-row.ts'
import { inWords } from './effect.ts'

const PLACES = ['space', 'collection'] as const
const GIVES_ACCESS: ReadonlySet<string> = new Set(['parent', 'defaultLevel'])

export interface AccessRows {
  /** Of all, for the row of the place. */
  words: string
  rows: ChangeRow[]
}

/** Null: the change is none of a place that gives access. */
export function accessRows(
  view: View,
  row: ChangeRow,
  { type, before }: DescribedChange,
  fields: readonly FieldChange[],
): AccessRows | null {
  const { earlier, later, resolution } = view
  const kind = PLACES.find(known => known === row.resource.kind)
  const [field] = fields.map(topOf)
  if (type !== 'modified' || !before || !kind || !field || !GIVES_ACCESS.has(field)) return null
  const place = { kind, id: row.resource.id }
  const [was, is] = [earlier.access.place(place), later.access.place(place)]
  if (!was || !is) return null
  const only = field === 'parent' ? { ...is, parent: was.parent } : { ...is, defaultLevel: was.defaultLevel }
  const changes = accessChangesOf(view.loaded(), place, only, resolution)
  return {
    words: accessChangeWords(changes),
    rows: changes.changes.map(change => accessRow(view, row, change)),
  }
}

function accessRow({ pair, later }: View, row: ChangeRow, change: AccessChange): ChangeRow {
  const { person: id, place, before, after } = change
  const person = later.person(id)
  const [was, is] = [inWords(later, before), inWords(later, after)]
  const path = `space ${later.title(place.kind, place.id) ?? place.id}`
  return {
    ...emptyRow(pair, 'space-access', id, `${row.id} ${place.id} ${id}`),
    action: before === null ? 'gained access' : after === null ? 'lost access' : 'role changed',
    detected: row.detected,
    occurred: row.occurred,
    resource: { kind: 'space-access', id, title: person.name ?? person.email ?? id, path },
    subject: { kind: 'user', ...person },
    before: was.role,
    after: is.role,
    effective_before: was.role,
    effective_after: is.role,
    via: is.via || was.via,
    actor: row.actor,
    source: row.source,
    derived_from: row.id,
  }
}
