/** What of the snapshot the vault cannot read, said in the plan: each as far as it, or what it stands in, is chosen. */

import { labelOf } from '../naming.ts'
import { unreadIn } from '../read/screened-vault.ts'
import type { StateItem } from '../state.ts'
import type { Planning } from './planning.ts'

export function planUnread({ basis, plan }: Planning): void {
  const { source, chosen } = basis
  for (const { owner, reason, ...about } of unreadIn(source.vault) ?? []) {
    const item = source.at(about.kind, about.source) ?? ownerAt(source, owner)
    if (item !== undefined && !chosen.has(item)) continue
    const label = item?.path === about.source ? labelOf(item) : about.label
    plan.impossible.push({ ...about, label, reason, isUnread: true })
  }
}

function ownerAt(source: Planning['basis']['source'], path: string): StateItem | undefined {
  return (['space', 'change-request', 'site'] as const).flatMap(kind => source.at(kind, path) ?? []).at(0)
}
