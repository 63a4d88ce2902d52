/**
 * Plans that wait for somebody to look at them: a file each in the vault's folder, for its owner only, named by the
 * digest. The newest are kept; a file that does not say what its name says is refused.
 */
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '../../model/errors.ts'
import { type PlanDocument, readPlanText, textOfPlan } from './document.ts'

const FOLDER = 'plans'
const MOST_KEPT = 100
/** The plan of an organization of a hundred thousand pages has a tenth of it. */
const MOST_BYTES = 256 * 1024 * 1024

/** Answers the file. */
export function storePlan(vaultPath: string, plan: PlanDocument): string {
  const folder = join(vaultPath, FOLDER)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, `${plan.digest}.json`)
  writeWhole(file, textOfPlan(plan))
  for (const old of newestFirst(folder).slice(MOST_KEPT)) rmSync(join(folder, old), { force: true })
  return file
}

/** By its digest, or enough of the beginning. Throws UsageError. */
export function findPlan(vaultPath: string, name: string): PlanDocument {
  const folder = join(vaultPath, FOLDER)
  const found = newestFirst(folder).filter(file => file.endsWith('.json') && file.startsWith(name))
  const [first, second] = /^[0-9a-f]{8,64}$/.test(name) ? found : []
  if (first === undefined || second !== undefined)
    throw new UsageError(`there is no plan ${name}${second === undefined ? '' : ' alone: name more of it'}`, {
      hint: `\`docvault restore plans\` lists them; the newest ${MOST_KEPT} are kept`,
    })
  const plan = readPlanFile(join(folder, first))
  if (`${plan.digest}.json` === first) return plan
  throw new UsageError(`${join(folder, first)} is not the plan that its name says`)
}

/** Throws UsageError. */
export function readPlanFile(file: string): PlanDocument {
  try {
    const { size } = statSync(file)
    if (size > MOST_BYTES) throw new UsageError(`${file} is too large for a plan`)
    return readPlanText(readFileSync(file, 'utf8'), file)
  } catch (cause) {
    if (cause instanceof UsageError) throw cause
    throw new UsageError(`${file} cannot be read`, { cause })
  }
}

/** Newest first. What cannot be read is left out. */
export function listPlans(vaultPath: string): { plan: PlanDocument; made: string }[] {
  const folder = join(vaultPath, FOLDER)
  return newestFirst(folder).flatMap(name => {
    try {
      const made = statSync(join(folder, name)).mtime.toISOString()
      return name.endsWith('.json') ? [{ plan: findPlan(vaultPath, name.slice(0, -5)), made }] : []
    } catch {
      return []
    }
  })
}

function writeWhole(file: string, text: string): void {
  const part = `${file}.part`
  rmSync(part, { force: true })
  const handle = openSync(part, 'wx', 0o600)
  try {
    writeFileSync(handle, text)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  renameSync(part, file)
}

function newestFirst(folder: string): string[] {
  const timeOf = (name: string) => statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0
  try {
    return readdirSync(folder)
      .map(name => ({ name, time: timeOf(name) }))
      .sort((a, b) => b.time - a.time)
      .map(file => file.name)
  } catch {
    return []
  }
}
