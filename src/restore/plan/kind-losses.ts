/**
 * What kinds declare as lost, announced of each item that has it: of what is made anew what it says, of what is there what
 * differs. And what no backup of this service could hold, where what it belongs to is made anew.
 */

import { recordOf } from '../../model/fields.ts'
import { valuesAt } from '../../model/paths.ts'
import type { Kind } from '../../model/resource.ts'
import type { NotOffered } from '../../model/snapshot.ts'
import type { Stepwise } from '../../model/stepwise.ts'
import { resources } from '../../resources/index.ts'
import { presenceOf } from '../../resources/presence.ts'
import { referencedKinds } from '../../resources/references.ts'
import { restorers } from '../kinds/index.ts'
import { isUsual, lossWords } from '../kinds/loss-words.ts'
import type { Loss, Restorer } from '../kinds/restorer.ts'
import { compareItem } from '../match/compare-item.ts'
import { isUntouched, type StateItem } from '../state.ts'
import { isDeclared, lossProperty, matchesField } from './declared-losses.ts'
import { isMade } from './is-made.ts'
import type { PlanBasis, Planning } from './planning.ts'

interface Unseen {
  kind: Kind
  why: string
}

export function* kindLosses(planning: Planning): Stepwise<void> {
  const { basis, plan } = planning
  const unseen = unseenKinds(basis)
  for (const restorer of restorers) {
    const follows = restorer.lost?.filter(loss => loss.follows === true) ?? []
    for (const item of basis.source.list(restorer.kind)) {
      yield
      if (!basis.chosen.has(item)) {
        if (follows.length > 0) plan.alone(item, () => loseFields(planning, item, follows))
        continue
      }
      plan.alone(item, () => loseOf(planning, restorer, item))
      if (isMade(planning, item))
        for (const { kind, why } of unseen.get(item.kind) ?? [])
          plan.losses.add(item.parent ?? basis.source.organization, item, kind, why)
    }
  }
}

function loseOf(planning: Planning, { always, lost = [] }: Restorer, item: StateItem): void {
  const { basis, plan } = planning
  if (always !== undefined && isMade(planning, item))
    plan.losses.add(
      item.parent ?? basis.source.organization,
      item,
      lossProperty(item.kind, '**'),
      lossWords(always),
    )
  loseFields(
    planning,
    item,
    lost.filter(({ why }) => why !== always),
  )
}

function loseFields(planning: Planning, item: StateItem, lost: readonly Loss[]): void {
  const { profile, source } = planning.basis
  const owner = item.parent ?? source.organization
  for (const loss of lost)
    if (isDeclared(loss, item, profile) && !isUsual(loss.why) && isLost(planning, item, loss))
      planning.plan.losses.add(owner, item, lossProperty(item.kind, loss.field), lossWords(loss.why))
}

function isLost(planning: Planning, item: StateItem, { field, follows }: Loss): boolean {
  const { basis } = planning
  if (isMade(planning, item)) return isSaid(item, field)
  const there = basis.matches.target(item)
  if (there !== null && (follows === true || leadsToMade(planning, item, field))) return true
  if (there === null || isUntouched(item, basis.source, basis.target)) return false
  return compareItem(basis, item, there).some(changed => matchesField(changed, field))
}

/** What it leads to comes back under another id. */
function leadsToMade(planning: Planning, item: StateItem, field: string): boolean {
  const { references = {} } = resources.find(({ kind }) => kind === item.kind) ?? {}
  return referencedKinds({ references }).some(({ kind, paths }) => {
    const ids = paths.includes(field) ? valuesAt(item.json, field) : []
    return ids.some(id => {
      const led = typeof id === 'string' ? planning.basis.source.byId(kind, id) : undefined
      return led !== undefined && isMade(planning, led)
    })
  })
}

/** The fields of the whole are told as a whole; a part of it has no field. */
function isSaid(item: StateItem, field: string): boolean {
  if (item.resource.parts.some(part => part.name === field)) return true
  let value: unknown = field.includes('**') ? item.json : item.json[field]
  if (field.includes('.'))
    for (const name of ['', ...field.split('.')]) value = name === '' ? item.json : recordOf(value)?.[name]
  if (Array.isArray(value)) return value.length > 0
  return value !== undefined && value !== null && value !== '' && value !== false
}

/** What no service lists, by the kind that it stands under. */
const UNLISTED: readonly (readonly [Kind, Unseen])[] = (['space', 'collection'] as const).map(above => [
  above,
  { kind: 'link-invite', why: 'if one invites to it alone, no list of the service shows it' },
])

/** By the kind that they stand under, or point to. */
function unseenKinds({ source }: PlanBasis): ReadonlyMap<Kind, Unseen[]> {
  const summary = source.vault.snapshot(source.snapshot)
  const why = new Map(summary?.not_offered.flatMap(whyUnseen))
  const known = new Set(restorers.map(restorer => restorer.kind))
  const pairs = resources
    .filter(declaration => why.has(declaration.kind) && known.has(declaration.kind))
    .flatMap(({ kind, parent, references }) =>
      [parent, ...referencedKinds({ references }).map(reference => reference.kind)].flatMap(above =>
        above === null ? [] : [[presenceOf(above), { kind, why: why.get(kind) ?? '' }] as const],
      ),
    )
  const grouped = Map.groupBy([...UNLISTED, ...pairs], ([above]) => above)
  return new Map([...grouped].map(([above, list]) => [above, list.map(([, unseen]) => unseen)]))
}

/** Without the list, what somebody named is known. */
function whyUnseen({ kind, part, operation }: NotOffered): [Kind, string][] {
  if (part === undefined) return [[kind, 'no backup has it: this service does not show it']]
  return /^list/.test(operation)
    ? [[kind, 'a backup has those that were named: this service lists none']]
    : []
}
