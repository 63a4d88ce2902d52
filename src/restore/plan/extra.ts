/**
 * What the target has and the snapshot does not: deleted where that is asked for, else told. Nothing of which the snapshot
 * cannot say that it was not there (a list that it did not read); and what holds something of the snapshot stays.
 */

import { textOf } from '../../model/fields.ts'
import { giveWay } from '../../model/give-way.ts'
import type { Kind } from '../../model/resource.ts'
import { CONTENT } from '../../resources/drafts.ts'
import { MEMBERSHIP } from '../../resources/people.ts'
import { restorerOf, restorers } from '../kinds/index.ts'
import type { Restorer } from '../kinds/restorer.ts'
import { aboutOf, labelOf, nameOf } from '../naming.ts'
import { unreadIn } from '../read/screened-vault.ts'
import { whyUnread } from '../read/unread-list.ts'
import type { StateItem } from '../state.ts'
import { leaveToReplacement, planDeletion } from './deletion.ts'
import { planPageDeletions } from './page-deletions.ts'
import type { PlanBasis, Planning } from './planning.ts'
import { whyLasting } from './removability.ts'
import { isPlanned } from './setting.ts'

const EXTRA = 'not in the snapshot'
export const OWNER = 'it is the owner of the token'

export async function planExtra(planning: Planning): Promise<void> {
  const { basis, plan } = planning
  for (const restorer of removable(basis).toSorted((a, b) => holderRank(a) - holderRank(b)))
    for (const item of basis.target.list(restorer.kind)) {
      await giveWay()
      if (!isExtra(basis, item) || goesWithHolder(planning, item)) continue
      const why = whyLeft(planning, restorer, item)
      if (why === null) planDeletion(plan, restorer, item, EXTRA)
      else plan.skipped.push({ ...aboutOf(item), reason: `${EXTRA}: ${why}` })
    }
  await planExtraContent(planning)
}

/**
 * Where none of it is to go: whoever puts back what was lost has to know whom somebody invited meanwhile, and what was
 * shared. Of another organization that is whatever it has of its own, and nobody's business here.
 */
export async function nameExtra(planning: Planning): Promise<void> {
  const { basis, plan } = planning
  const { profile, target } = basis
  if (!profile.home) return
  // The snapshot has them, and the vault cannot read them: no additions.
  const unread = new Set((unreadIn(basis.source.vault) ?? []).map(({ kind, source }) => `${kind} ${source}`))
  const name = (item: StateItem, how: string) => {
    if (unread.has(nameOf(item))) return
    if (whyUnreadThere(basis, item) === null) plan.besides.push({ ...aboutOf(item), reason: how })
  }
  for (const restorer of removable(basis))
    for (const item of target.list(restorer.kind)) {
      await giveWay()
      if (isExtra(basis, item)) name(item, howRemoved(planning, restorer, item))
    }
  for await (const item of extraContent(basis))
    name(item, whyLasting(item.kind, profile) ?? (profile.writer === 'git' ? WITH_SPACE : REMOVED))
}

const REMOVED = '--delete-extra removes it'
const WITH_SPACE = '--delete-extra removes it only where all of its space is replaced'

function howRemoved(planning: Planning, restorer: Restorer, item: StateItem): string {
  if (isAskedByName(planning.basis, restorer)) return `--kind ${item.kind} ${REMOVED}`
  return whyStays(planning, restorer, item) ?? REMOVED
}

/** Kinds that were chosen, the last made first. */
function removable(basis: PlanBasis): Restorer[] {
  return restorers.filter(({ kind, remove }) => remove && isChosenKind(basis, kind)).toReversed()
}

/** What stands under something that is extra goes with it. */
function isExtra({ matches }: PlanBasis, item: StateItem): boolean {
  const { parent } = item
  if (matches.isTaken(item)) return false
  return parent === null || parent.kind === 'organization' || matches.isTaken(parent)
}

/** Whether this content of a space that is kept is to be gone. */
export function isUnwanted(basis: PlanBasis, item: StateItem): boolean {
  const { request } = basis
  if (request.deleteExtra === undefined || !isChosenKind(basis, item.kind)) return false
  return whyUnreadThere(basis, item) === null
}

async function planExtraContent(planning: Planning): Promise<void> {
  const { basis, plan } = planning
  const { profile } = basis
  const pages: StateItem[] = []
  for await (const item of extraContent(basis)) {
    const unread = whyUnreadThere(basis, item)
    const lasting = whyLasting(item.kind, profile)
    if (unread !== null) plan.skipped.push({ ...aboutOf(item), reason: `${EXTRA}: ${unread}` })
    else if (profile.writer === 'git') leaveToReplacement(plan, item, EXTRA)
    else if (lasting === null) pages.push(item)
    else plan.impossible.push({ ...aboutOf(item), reason: `${EXTRA}, and ${lasting}` })
  }
  plan.deleted.push(...pages)
  planPageDeletions(planning, pages, EXTRA)
}

/** In spaces that are kept, one after the other. Drafts are somebody's work at hand: what more they have stays. */
async function* extraContent(basis: PlanBasis): AsyncGenerator<StateItem> {
  const { matches, target } = basis
  const kinds = CONTENT.filter(kind => isChosenKind(basis, kind))
  for (const space of target.list('space')) {
    if (!matches.isTaken(space)) continue
    for (const kind of kinds)
      for (const item of target.list(kind, space)) {
        await giveWay()
        if (!matches.isTaken(item)) yield item
      }
  }
}

function isChosenKind({ chosen, request }: PlanBasis, kind: Kind): boolean {
  return chosen.all || (request.kinds?.includes(kind) ?? false)
}

function whyUnreadThere({ source, matches }: PlanBasis, item: StateItem): string | null {
  const { parent } = item
  const above =
    parent === null || parent.kind === 'organization' ? source.organization : matches.source(parent)
  return above === null ? null : whyUnread(source, above, item)
}

/** What holds others beside what stands under it, innermost first, and the field in which they name it. */
const HOLDERS = [
  { kind: 'site-section', holds: ['site-space'], field: 'section' },
  {
    kind: 'site-section-group',
    holds: ['site-section', 'site-section-group', 'site-external-link'],
    field: 'sectionGroup',
  },
  { kind: 'collection', holds: ['space', 'collection'], field: 'parent' },
] as const

/** Taken away after what they hold. */
function holderRank({ kind }: Restorer): number {
  return HOLDERS.findIndex(holder => holder.kind === kind)
}

/** No section is without a site space, so that its last one is not taken out of it. */
function goesWithHolder(planning: Planning, { kind, json }: StateItem): boolean {
  const { basis } = planning
  const id = kind === 'site-space' ? textOf(json.section) : null
  const section = id === null ? undefined : basis.target.byId('site-section', id)
  const restorer = restorerOf.get('site-section')
  if (section === undefined || restorer === undefined || basis.matches.isTaken(section)) return false
  return isChosenKind(basis, section.kind) && whyLeft(planning, restorer, section) === null
}

function whyLeft(planning: Planning, restorer: Restorer, item: StateItem): string | null {
  return whyUnreadThere(planning.basis, item) ?? whyStays(planning, restorer, item)
}

function whyStays(planning: Planning, restorer: Restorer, item: StateItem): string | null {
  if (item.kind === MEMBERSHIP && item.id === planning.basis.owner) return OWNER
  if (isAskedByName(planning.basis, restorer)) return restorer.staysUnasked ?? null
  return whyHeld(planning, item)
}

/** Why it stays where it holds what is to stay. */
export function whyHeld(planning: Planning, item: StateItem): string | null {
  const held = heldBy(planning, item)
  return held === null
    ? null
    : `it holds ${held.kind} ${labelOf(held)}, and no source says whether that would go with it: take it out first`
}

/** What goes only where its kind is named, and it is not. */
function isAskedByName({ request }: PlanBasis, { kind, staysUnasked }: Restorer): boolean {
  return staysUnasked !== undefined && request.kinds?.includes(kind) !== true
}

/** What of the snapshot stands in it, and is not taken out of it by this plan. */
function heldBy({ basis: { target, matches }, plan }: Planning, item: StateItem): StateItem | null {
  const holder = HOLDERS.find(({ kind }) => kind === item.kind)
  for (const kind of holder?.holds ?? [])
    for (const there of target.list(kind)) {
      const wanted = there.json[holder?.field ?? ''] === item.id ? matches.source(there) : null
      const places =
        restorerOf.get(kind)?.settings?.filter(({ into, name }) => into || name === 'group') ?? []
      if (wanted && !places.some(setting => isPlanned(plan, setting, wanted))) return there
    }
  return null
}
