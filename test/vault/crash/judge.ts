/** What became of a vault at one moment: whether it is sound, what was sealed is what it was, and the next run goes on. */
import { DocvaultError, VaultMissing } from '../../../src/model/errors.ts'
import { checkVaultAt } from '../../../src/vault/vault.ts'
import { recordFindings } from '../../../src/verify/check-records.ts'
import { type Ended, runCommand } from './command.ts'
import { environmentOf, type Operation, vaultIn } from './operations.ts'
import type { Platform } from './platform.ts'
import { differenceOf, leftovers, type State, stateOf } from './state.ts'

export interface Expected {
  operation: Operation
  platform: Platform
  before: State
  after: State
  /** Codes of the damage that was there before. */
  known: readonly string[]
}

export interface Found {
  /** What is wrong; null: nothing. */
  wrong: string | null
  /** Files in the making that are still there after the next run. */
  leftovers: string[]
}

interface Judging {
  /** The command has said that it is done. */
  isDone: boolean
}

export async function judge(disk: string, expected: Expected, judging: Judging): Promise<Found> {
  const wrong = await wrongIn(disk, expected, judging)
  return { wrong, leftovers: wrong === null ? leftovers(vaultIn(disk)) : [] }
}

async function wrongIn(disk: string, expected: Expected, { isDone }: Judging): Promise<string | null> {
  const { operation, after } = expected
  const path = vaultIn(disk)
  try {
    const damage = await damageAt(path, expected)
    if (damage !== null) return `check: ${damage}`
    const state = operation.isUpgrade || operation.isMending ? null : stateOf(path)
    const early = state && (isDone ? differenceOf(state, after) : wrongMeanwhile(state, expected))
    if (early !== null) return `as found: ${early}`
    const isThere = operation.isOnce && state !== null && differenceOf(state, after) === null
    const ended = isThere ? null : await goOn(disk, expected)
    if (ended !== null && ended.code !== 0) return `the next run: ${ended.code} ${ended.message}`
    const later = await damageAt(path, { ...expected, before: after, known: [] })
    const end = stateOf(path)
    const acts = operation.isMending ? after.acts : end.acts
    const wrong = later ?? differenceOf({ ...end, acts }, after, operation.isRepeated)
    return wrong === null ? null : `after the next run: ${wrong}`
  } catch (error) {
    return `fell over: ${error instanceof Error ? error.stack : error}`
  }
}

function goOn(disk: string, { operation, platform }: Expected): Promise<Ended> {
  return runCommand(operation.argv, environmentOf(operation, disk, platform))
}

async function damageAt(path: string, { operation, before, known }: Expected): Promise<string | null> {
  const found: string[] = []
  try {
    for await (const { severity, code, message } of checkVaultAt(path, { readData: true }))
      if (severity === 'damage' && !known.includes(code)) found.push(`${code}: ${message}`)
    for (const { code, message } of recordFindings(path)) found.push(`${code}: ${message}`)
  } catch (error) {
    if (error instanceof VaultMissing && !before.isThere) return null
    if (operation.isUpgrade && error instanceof DocvaultError && /older docvault/.test(error.message))
      return null
    throw error
  }
  return found.length === 0 ? null : found.join('; ')
}

/** Each act is done or not; what is sealed is what it was, or what it was to become. */
function wrongMeanwhile(state: State, { operation, before, after }: Expected): string | null {
  for (const [snapshot, digest] of state.sealed)
    if (digest !== (before.sealed.get(snapshot) ?? after.sealed.get(snapshot)))
      return `snapshot ${snapshot} is not what it was`
  for (const snapshot of before.sealed.keys())
    if (!state.sealed.has(snapshot) && !operation.mayGo?.includes(snapshot))
      return `snapshot ${snapshot} is gone`
  for (const end of [before, after]) if (saidIn(state, end) && state.acts === end.acts) return null
  return 'an act is half done'
}

function saidIn(state: State, end: State): boolean {
  return [...state.said].every(([snapshot, said]) => (end.said.get(snapshot) ?? said) === said)
}
