/**
 * Half of the tests run the program in a process of its own, of which Stryker knows nothing. Here such a process is
 * told which mutant is on, and in the first run what it passed through counts for the test that started it.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, inject } from 'vitest'
import { namespace } from './namespace.ts'

declare module 'vitest' {
  interface ProvidedContext {
    mode: 'dry-run' | 'mutant'
    activeMutant: string
    hitLimit: number
  }
}

const folder = mkdtempSync(join(tmpdir(), 'docvault-mutation-'))

// All files of a run share one process, and this is run for each of them.
const before = process.env.NODE_OPTIONS
const options = `${before ?? ''} --import=${join(import.meta.dirname, 'child.ts')}`

// Before the code is loaded: what a module makes of itself then can be wrong, too.
if (inject('mode') === 'mutant') namespace.activeMutant = inject('activeMutant')

beforeAll(() => {
  if (!before?.includes('--import=')) process.env.NODE_OPTIONS = options
  if (inject('mode') === 'dry-run') {
    process.env.MUTATION_COVERAGE = folder
  } else {
    process.env.__STRYKER_ACTIVE_MUTANT__ = inject('activeMutant')
    process.env.MUTATION_HIT_LIMIT = String(inject('hitLimit'))
  }
})

// Hooks of the same kind end in the order opposite to their beginning: Stryker's own, which forgets the test, is later.
afterEach(() => {
  const { currentTestId } = namespace
  for (const name of readdirSync(folder)) {
    const counts: Record<string, number> = JSON.parse(readFileSync(join(folder, name), 'utf8'))
    rmSync(join(folder, name))
    if (currentTestId === undefined) continue
    namespace.mutantCoverage ??= { static: {}, perTest: {} }
    const { perTest } = namespace.mutantCoverage
    const ofTest = perTest[currentTestId] ?? {}
    perTest[currentTestId] = ofTest
    for (const [id, count] of Object.entries(counts)) ofTest[id] = (ofTest[id] ?? 0) + count
  }
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))
