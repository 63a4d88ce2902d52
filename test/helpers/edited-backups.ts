/** Backups of a company whose spaces are edited meanwhile, and how each of them compares with real revisions. */

import type { Emulator } from '../../src/emulator/handle.ts'
import type { Profile } from '../../src/emulator/protocol/profile.ts'
import { makeCompany } from './company.ts'
import { checkRevisions } from './real-revisions.ts'

export interface EditedBackups {
  profile: Profile
  backups: number
  /** Of each request. */
  editProbability: number
  /** Before each backup, so that it has something to read. */
  editsBetween: number
  /** Beside the two small spaces. */
  synthetic?: { spaces: number; pages: number }
  env?: Record<string, string>
}

export interface EditedOutcome {
  state: string
  requests: number
  edits: number
  equal: number
  excused: number
  problems: string[]
}

export async function backUpWhileEdited(options: EditedBackups): Promise<EditedOutcome[]> {
  const { profile, editProbability, synthetic, env } = options
  const company = await makeCompany({ profile, ...(synthetic ? { synthetic } : {}) })
  const { emulator } = company
  const outcomes: EditedOutcome[] = []
  for (let backup = 1; backup <= options.backups; backup++) {
    await editAtOnce(emulator, options.editsBetween)
    emulator.fault({ operation: '*', kind: 'edit', structure: true, probability: editProbability })
    const before = revisionsOf(emulator.state())
    const { snapshot, state, requests } = await company.backUp({}, env ? { env } : {})
    emulator.clearFaults()
    const edits = revisionsOf(emulator.state()) - before
    outcomes.push({ state, requests, edits, ...checkRevisions(company.vault(), snapshot, emulator) })
  }
  return outcomes
}

async function editAtOnce({ url, token, fault, clearFaults }: Emulator, edits: number): Promise<void> {
  fault({ operation: '*', kind: 'edit', structure: true })
  for (let edit = 1; edit <= edits; edit++)
    await fetch(`${url}/orgs`, { headers: { authorization: `Bearer ${token}` } })
  clearFaults()
}

function revisionsOf(state: Readonly<Record<string, unknown>>): number {
  const spaces = Array.isArray(state.spaces) ? state.spaces : []
  return spaces.reduce((sum, space) => sum + space.revisions.length, 0)
}
