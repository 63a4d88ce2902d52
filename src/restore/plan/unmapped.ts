/**
 * References in pages that are to be written, to what is in the snapshot and will not be in the target: people who left,
 * spaces that were not chosen. Known before anything is done, because afterwards they lead nowhere.
 */

import { setImmediate as turn } from 'node:timers/promises'
import { kindUnder, NODES } from '../../resources/drafts.ts'
import { ACCOUNT, PERSON_KINDS } from '../../resources/people.ts'
import type { Reference } from '../../space/references.ts'
import { referencesOf, resolves } from '../match/resolves.ts'
import { aboutOf, labelOf } from '../naming.ts'
import type { StateItem } from '../state.ts'
import type { PlanBasis, Planning } from './planning.ts'
import type { Unmapped } from './steps.ts'

export async function findUnmapped(planning: Planning): Promise<Unmapped[]> {
  const { basis, plan } = planning
  const { source } = basis
  const { written } = plan
  const unmapped: Unmapped[] = []
  for (const page of written.items(source)) {
    await turn()
    plan.alone(page, () => {
      for (const reference of referencesOf(source, page))
        if (resolves(source, page, reference) && !willResolve(planning, page, reference))
          unmapped.push({ ...aboutOf(page), reference, target: nameFor(basis, page, reference) })
    })
  }
  return unmapped
}

function willResolve({ basis, plan }: Planning, page: StateItem, reference: Reference): boolean {
  const { profile, matches } = basis
  const { coming } = plan
  const { kind, id } = reference
  if (kind === 'user' || kind === 'space' || kind === 'collection') return profile.map(kind, id) !== null
  // Batches write what it says in its place.
  if (kind === 'reusable-content' && profile.writer === 'batch') return true
  return itemsFor(basis, page, reference).some(item => matches.target(item) !== null || coming.has(item))
}

function nameFor(basis: PlanBasis, page: StateItem, reference: Reference): string {
  const [item] = itemsFor(basis, page, reference)
  return item ? labelOf(item) : reference.id
}

/** What of the snapshot a reference may mean, the nearest first. */
function itemsFor({ source }: PlanBasis, page: StateItem, { kind, id, space }: Reference): StateItem[] {
  if (kind === 'openapi-spec') return source.list(kind).filter(item => item.json.slug === id)
  if (kind === ACCOUNT) return PERSON_KINDS.map(personKind => source.byId(personKind, id)).filter(isThere)
  if (kind === 'space' || kind === 'collection') return [source.byId(kind, id)].filter(isThere)
  const owners = space === null ? [page.parent, page.parent?.parent] : [source.byId('space', space)]
  const kinds = kind === 'page' ? NODES : [kind]
  return owners.filter(isThere).flatMap(owner => {
    return kinds
      .map(candidate => source.at(kindUnder(owner.kind, candidate), `${owner.path}/${id}`))
      .filter(isThere)
  })
}

function isThere<T>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined
}
