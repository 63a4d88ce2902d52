/** Words for an item in a plan, and names of writes in the journal. */
import { resources } from '../resources/index.ts'
import type { StateItem } from './state.ts'

export function nameOf(item: Pick<StateItem, 'kind' | 'path'>): string {
  return `${item.kind} ${item.path}`
}

export function creationOf(item: Pick<StateItem, 'kind' | 'path'>): string {
  return `create ${nameOf(item)}`
}

const labels = new Map(resources.map(one => [one.kind, one.label]))

export function labelOf({ kind, id, json }: StateItem): string {
  try {
    return labels.get(kind)?.(json) ?? id
  } catch {
    return id
  }
}
