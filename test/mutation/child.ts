/** Loaded before the program in each process that a test starts while the code is mutated. */
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { namespace } from './namespace.ts'

const { MUTATION_COVERAGE, MUTATION_HIT_LIMIT } = process.env

if (MUTATION_HIT_LIMIT) {
  namespace.hitCount = 0
  namespace.hitLimit = Number(MUTATION_HIT_LIMIT)
}
process.on('exit', () => {
  if (!MUTATION_COVERAGE) return
  writeFileSync(
    join(MUTATION_COVERAGE, `${randomUUID()}.json`),
    JSON.stringify(namespace.mutantCoverage?.static ?? {}),
  )
})
