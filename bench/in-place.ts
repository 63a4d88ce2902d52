/**
 * What a restore in place takes of CPU and memory where a hundred pages were changed, by the size of what was not: its plan, the
 * plan applied, and the plans that take it back and that take back the night in which they were changed. SIZES: spaces x pages.
 * Every command in a process of its own.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmulatorProcess } from '../test/helpers/emulator-process.ts'
import { EDITS, editPages } from './edits.ts'
import { type Measured, tableOfGrowth, type Usage, usageOf } from './growth.ts'

const SIZES = (process.env.SIZES ?? '20x100,20x1000').split(',')
const EDITED_SPACES = 10
const work = mkdtempSync(join(tmpdir(), 'docvault-in-place-'))

try {
  const measured: Measured[] = []
  for (const size of SIZES) measured.push(await measure(size))
  console.log(`${EDITS} pages changed in ${EDITED_SPACES} spaces\n${tableOfGrowth(measured)}`)
} finally {
  rmSync(work, { recursive: true, force: true })
}

async function measure(size: string): Promise<Measured> {
  const emulator = await startEmulatorProcess(['--synthetic', size])
  Object.assign(process.env, emulator.env)
  const vault = join(work, size)
  const usage = new Map<string, Usage>()
  const run = (name: string, ...words: string[]) => usage.set(name, usageOf(words, work, vault))
  try {
    usageOf(['backup'], work, vault)
    await editPages(emulator, EDITED_SPACES, 1)
    usageOf(['backup'], work, vault)
    // What starts, and answers with one line.
    run('snapshots', 'snapshots')
    run('restore latest~1, planned', 'restore', 'latest~1', '--on-conflict', 'update', '--plan')
    run('the same, applied', 'restore', 'apply', planned(), '--yes')
    run('restore undo, planned', 'restore', 'undo', '1', '--plan')
    run('restore --incident 1..2, planned', 'restore', '--incident', '1..2', '--plan')
    return { pages: pagesIn(size), usage }
  } finally {
    await emulator.stop()
    rmSync(vault, { recursive: true, force: true })
  }
}

/** By the last command. */
function planned(): string {
  const plan = /^plan ([0-9a-f]{64})$/m.exec(readFileSync(join(work, 'out'), 'utf8'))?.[1]
  if (plan === undefined) throw new Error('nothing was planned')
  return plan
}

function pagesIn(size: string): number {
  return size.split('x').reduce((product, part) => product * Number(part), 1)
}
