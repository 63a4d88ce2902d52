/**
 * Whether what was agreed to is what would be done now. Numbers of snapshots that only say when a target was read, and
 * the estimate of time, may differ, and what is there besides, of which nothing is done; nothing else may.
 */
import { canonicalJson } from '../../model/digest.ts'
import { UsageError } from '../../model/errors.ts'
import type { Vault } from '../../vault/vault.ts'
import type { PlanDocument } from './document.ts'

type PlanStep = PlanDocument['steps'][number]

const MOST_NAMES = 5

/** Throws UsageError that says what differs. */
export function assertSamePlan(vault: Vault, agreed: PlanDocument, now: PlanDocument): void {
  if (agreed.contents !== now.contents)
    throw refused(`snapshot ${agreed.snapshot} of this vault is not the one that the plan was made from`)
  if (agreed.state !== now.state)
    throw refused(`the target has changed since the plan was made${changesBetween(vault, agreed, now)}`)
  if (agreed.writer !== now.writer)
    throw refused(`content would be written by ${now.writer} now, and was planned with ${agreed.writer}`)
  const steps = differingSteps(agreed.steps, now.steps)
  if (steps !== null) throw refused(`this version or setting of docvault plans other steps: ${steps}`)
  const field = COMPARED.find(key => canonicalJson(agreed[key]) !== canonicalJson(now[key]))
  if (field !== undefined)
    throw refused(`this version or setting of docvault plans otherwise: ${field} differs`)
}

const COMPARED = [
  'request',
  'organization',
  'from',
  'into',
  'masked',
  'skipped',
  'impossible',
  'unmapped',
  'overwritten',
  'gains',
  'lasting',
  'losses',
] as const

function refused(message: string): UsageError {
  return new UsageError(`${message}: nothing was written`, {
    hint: 'plan again, look at what has changed, and apply the new plan',
  })
}

/** Null when they are the same, in the same order. */
function differingSteps(agreed: readonly PlanStep[], now: readonly PlanStep[]): string | null {
  const left = new Set(agreed.map(step => canonicalJson(step)))
  const right = new Set(now.map(step => canonicalJson(step)))
  const gone = agreed.filter(step => !right.has(canonicalJson(step)))
  const fresh = now.filter(step => !left.has(canonicalJson(step)))
  if (gone.length > 0 || fresh.length > 0)
    return [...namesOf('without', gone), ...namesOf('with', fresh)].join('; ')
  return canonicalJson(agreed) === canonicalJson(now) ? null : 'in another order'
}

function namesOf(word: string, steps: readonly PlanStep[]): string[] {
  if (steps.length === 0) return []
  const names = steps.map(({ action, kind, label }) => `${action} ${kind} ${label}`)
  return [`${word} ${fewOf(names)}`]
}

/** Both states were read into the vault, where that of the plan may be gone by now. */
function changesBetween(vault: Vault, agreed: PlanDocument, now: PlanDocument): string {
  const before = vault.snapshot(agreed.before)
  if (before?.contents !== agreed.state || before.organization !== agreed.organization) return ''
  const names: string[] = []
  for (const { type, kind, id } of vault.changes(agreed.before, now.before)) {
    names.push(`${type} ${kind} ${id}`)
    if (names.length > MOST_NAMES) break
  }
  return names.length === 0 ? '' : ` (${fewOf(names)})`
}

function fewOf(names: readonly string[]): string {
  return names.slice(0, MOST_NAMES).join(', ') + (names.length > MOST_NAMES ? ', …' : '')
}
