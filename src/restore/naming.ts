/** What an item is called: for docvault, and for whoever reads a plan. */

import { textOf } from '../model/fields.ts'
import { isKeptKind } from '../model/kept-kind.ts'
import type { Kind } from '../model/resource.ts'
import { resources } from '../resources/index.ts'
import type { OrganizationState, StateItem } from './state.ts'

export function nameOf(item: Pick<StateItem, 'kind' | 'path'>): string {
  return `${item.kind} ${item.path}`
}

/** By what `nameOf` calls it. */
export function itemCalled(state: OrganizationState, name: string): StateItem | undefined {
  const cut = name.indexOf(' ')
  const kind = name.slice(0, cut)
  return isKeptKind(kind) ? state.at(kind, name.slice(cut + 1)) : undefined
}

const labels = new Map(resources.map(declaration => [declaration.kind, declaration.label]))

/** Some kinds are declared for the platform's answer, of which only a part is stored; and of some the vault cannot read it. */
export function labelOf(item: StateItem): string {
  try {
    return labels.get(item.kind)?.(item.json) ?? textOf(item.json.integration) ?? item.id
  } catch {
    return item.id
  }
}

/** What an entry of a plan says about the item that it is about. */
export interface About {
  kind: Kind
  /** Ids from below the organization down. Of a deletion: of the target. */
  source: string
  label: string
}

export function aboutOf(item: StateItem): About {
  return { kind: item.kind, source: item.path, label: labelOf(item) }
}
