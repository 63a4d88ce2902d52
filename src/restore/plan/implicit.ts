/** What is there with its parent at once, so that only its settings are restored. */
import type { RestoreSession } from '../apply/session.ts'
import type { Restorer, Setting } from '../kinds/restorer.ts'
import { NotMapped } from '../match/not-mapped.ts'
import { aboutOf } from '../naming.ts'
import type { StateItem } from '../state.ts'
import type { Planning } from './planning.ts'
import { applySetting, isWorthSetting, settingStep } from './setting.ts'

export function planImplicit({ basis, plan }: Planning, restorer: Restorer, item: StateItem): void {
  const { profile } = basis
  const about = aboutOf(item)
  const obstacle = restorer.obstacle?.(item, profile) ?? null
  if (obstacle !== null || restorer.implicit?.(item, profile.map) === null) {
    plan.impossible.push({ ...about, reason: obstacle ?? 'what it belongs to is not there' })
    return
  }
  plan.coming.add(item)
  for (const setting of restorer.settings ?? []) {
    if (!isWorthSetting(basis, setting, item)) continue
    const step = settingStep(setting, item, `its ${setting.name}`)
    plan.steps.push({ ...step, run: session => applyImplicit(session, restorer, setting, item) })
  }
}

async function applyImplicit(
  session: RestoreSession,
  restorer: Restorer,
  setting: Setting,
  item: StateItem,
): Promise<void> {
  const { knowledge, record } = session
  const id = restorer.implicit?.(item, knowledge.map) ?? null
  if (id === null) throw new NotMapped(item.kind, item.id)
  record.remember(item, id, true)
  await applySetting(session, setting, item)
}
