/** The two ways to repair: to plan, whatever state the vault is in, and to apply, as its one writer. */
import { VaultMissing } from '../../model/errors.ts'
import type { CatalogWriter } from '../catalog/catalog-writer.ts'
import { openForReading } from '../catalog/database.ts'
import type { Checked } from '../check.ts'
import { checkVaultAt } from '../check-vault-at.ts'
import { assertVault, type Layout, layoutOf } from '../layout.ts'
import type { PackingParts } from '../maintenance/packing.ts'
import { makeSteps } from '../maintenance/steps.ts'
import { type TurnParts, Turns } from '../maintenance/turns.ts'
import { checkedOf, makeTrial } from './anew.ts'
import type { Hands } from './hands.ts'
import { makeKept } from './kept.ts'
import { Repairing } from './repair.ts'
import type { Remedy, RepairOptions, RepairPlanOptions, RepairReport } from './types.ts'

export interface RepairParts extends PackingParts, TurnParts {
  layout: Layout
  writer: CatalogWriter
  /** Called once the ledger has another end. */
  written: () => void
}

/** Throws Interrupted, DiskRefused. */
export async function repairVault(parts: RepairParts, options: RepairOptions): Promise<RepairReport> {
  const { layout, writer } = parts
  const turns = new Turns(parts, options)
  const pause = () => turns.pause()
  const steps = makeSteps({ ...parts, pause, committed: options.committed })
  const nowMs = parts.clock()
  const kept = makeKept(layout.path, nowMs)
  const checked = openChecked(layout)
  try {
    const hands: Hands = { ...parts, steps, kept, nowMs, acting: options.acting }
    const repairing = new Repairing(checked, options, hands)
    const finished = await writer.log.keptShort(() => turns.run(() => repairing.pass()))
    return await repairing.report(finished)
  } finally {
    checked.db.close()
  }
}

/** What a repair would do. Throws VaultMissing, VaultUnusable, Interrupted. */
export async function planRepairAt(path: string, options: RepairPlanOptions): Promise<RepairReport> {
  const layout = layoutOf(path)
  const checked = openOrNull(layout)
  if (checked === null) return unopened(path, options)
  const trial = makeTrial(checked, options.others ?? [])
  try {
    const repairing = new Repairing(checked, options, trial)
    await repairing.pass()
    return await repairing.report(true)
  } finally {
    trial.close()
    checked.db.close()
  }
}

/** Null where it cannot be read as it is: a check then says why. */
function openOrNull(layout: Layout): Checked | null {
  try {
    assertVault(layout)
    return openChecked(layout)
  } catch (error) {
    if (error instanceof VaultMissing) throw error
    return null
  }
}

function openChecked(layout: Layout): Checked {
  const db = openForReading(layout.catalog)
  try {
    return checkedOf(layout, db)
  } catch (error) {
    db.close()
    throw error
  }
}

async function unopened(path: string, { signal }: RepairPlanOptions): Promise<RepairReport> {
  const remedies: Remedy[] = []
  for await (const { code, severity, message, repair } of checkVaultAt(path, { signal }))
    if (severity === 'damage')
      remedies.push({ code, message, action: 'none', from: null, words: `cannot be mended: ${repair ?? ''}` })
  return { applied: false, remedies, lost: 0, left: remedies.length, kept: null, finished: true }
}
