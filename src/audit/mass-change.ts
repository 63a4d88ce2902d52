/**
 * Changes that no single row shows: many administrators at once, or much of what there was gone. Asked of two snapshots of
 * one organization, whatever lies between them; what could not be read counts as there.
 */

import { itemOf } from '../diff/describe.ts'
import type { CountsByKind } from '../model/resource.ts'
import { member } from '../resources/member.ts'
import { page } from '../resources/page.ts'
import type { Item } from '../resources/resource.ts'
import { space } from '../resources/space.ts'
import type { Vault, VaultChange } from '../vault/vault.ts'
import { isAdmin } from './members.ts'

export interface MassChangeLimits {
  /** So many new administrators in one period, or more. */
  administrators: number
  /** So large a share of the members, spaces or pages removed, in percent, or more. */
  removedPercent: number
  /** And so many at least. */
  removedLeast: number
}

export interface MassChange {
  what: 'administrators-gained' | 'members-removed' | 'spaces-removed' | 'pages-removed'
  kind: (typeof REMOVALS)[number][0]
  /** How many changed, of how many that there were before. */
  count: number
  of: number
  percent: number
  /** In a sentence, for people. */
  text: string
}

const REMOVALS = [
  [member.kind, 'members-removed', 'members'],
  [space.kind, 'spaces-removed', 'spaces'],
  [page.kind, 'pages-removed', 'pages'],
] as const

/** Cost follows the number of changes. Empty: nothing of the sort. */
export function findMassChanges(
  vault: Vault,
  from: number,
  to: number,
  limits: MassChangeLimits,
): MassChange[] {
  const removed: CountsByKind = {}
  let gained = 0
  for (const change of vault.changes(from, to, { kinds: REMOVALS.map(([kind]) => kind) })) {
    if (change.type === 'removed') removed[change.kind] = (removed[change.kind] ?? 0) + 1
    else if (change.kind === member.kind && becameAdmin(vault, change)) gained++
  }
  const before: CountsByKind = vault.snapshot(from)?.resources ?? {}
  const found: MassChange[] = []
  if (gained >= limits.administrators) {
    const of = before[member.kind] ?? 0
    const text = `${gained} people became administrator`
    found.push({
      what: 'administrators-gained',
      kind: member.kind,
      count: gained,
      of,
      percent: share(gained, of),
      text,
    })
  }
  for (const [kind, what, words] of REMOVALS) {
    const [count, of] = [removed[kind] ?? 0, before[kind] ?? 0]
    const percent = share(count, of)
    if (count < limits.removedLeast || percent < limits.removedPercent) continue
    found.push({ what, kind, count, of, percent, text: `${count} of ${of} ${words} were removed` })
  }
  return found
}

function becameAdmin(vault: Vault, change: VaultChange): boolean {
  if (change.type === 'unknown') return false
  const { before, after } = change.stored
  const at = (stored: typeof after): Item | null => stored && itemOf(vault, stored)
  return isAdmin(at(after)) && !isAdmin(at(before))
}

function share(count: number, of: number): number {
  return of === 0 ? 0 : Math.round((100 * count) / of)
}
