/**
 * Faults that change what an answer says: lists that repeat, skip or never end, and answers with nothing in them.
 */
import type { Answer, ListPage } from '../protocol/answer.ts'
import { isJsonObject } from '../state/json-object.ts'
import type { Fault } from './fault.ts'

/** A list as the platform writes it; `next` is absent on the last page. */
export interface Envelope {
  items: readonly unknown[]
  count: number
  next?: { page: string }
}

export function distortedValue(answer: Answer, faults: readonly Fault[]): unknown {
  const envelope = answer.list === undefined ? null : envelopeOf(answer.list)
  return faults.reduce<unknown>((value, fault) => {
    if (answer.list !== undefined && envelope !== null)
      return distortedList(value, envelope, answer.list, fault.kind)
    if (fault.kind === 'hollow') return hollowed(value)
    return fault.kind === 'empty' ? emptied(value) : value
  }, envelope ?? answer.value)
}

export function envelopeOf(list: ListPage): Envelope {
  const next = list.nextOffset === null ? {} : { next: { page: list.cursorAt(list.nextOffset) } }
  return { ...list.extra, ...next, count: list.total, items: list.items }
}

function distortedList(value: unknown, envelope: Envelope, list: ListPage, kind: Fault['kind']): unknown {
  switch (kind) {
    case 'empty':
      return { items: [], count: 0 }
    case 'loop':
      return { ...envelope, next: { page: list.cursorAt(list.offset) } }
    case 'duplicate-page':
      return list.repeated ? envelope : { ...envelope, next: { page: list.cursorAt(list.offset, true) } }
    case 'missing-page':
      return withoutNextPage(envelope, list)
    default:
      return value
  }
}

function withoutNextPage(envelope: Envelope, list: ListPage): Envelope {
  if (list.nextOffset === null) {
    if (list.offset > 0) return envelope
    return { ...envelope, items: list.items.slice(0, Math.floor(list.items.length / 2)) }
  }
  const { next: _skipped, ...rest } = envelope
  const after = list.nextOffset + list.limit
  return after < list.total ? { next: { page: list.cursorAt(after) }, ...rest } : rest
}

/** Every list in it empty, e.g. of a revision; nothing at all when there is none. */
function emptied(value: unknown): unknown {
  if (!isJsonObject(value) || !Object.values(value).some(Array.isArray)) return {}
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, Array.isArray(field) ? [] : field] as const),
  )
}

/** A document, or the one in an answer that holds one. */
export function hollowed(value: unknown): unknown {
  if (!isJsonObject(value)) return value
  if (value.object !== 'document')
    return 'document' in value ? { ...value, document: hollowed(value.document) } : value
  const { nodes: _lost, ...rest } = value
  return rest
}
