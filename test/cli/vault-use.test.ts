import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { delegatedJobs } from '../../jobs/delegated.ts'
import { commands } from '../../src/cli/commands.ts'

const folder = resolve(import.meta.dirname, '../../src/cli')

test('what is said to hand its work over is what the daemon takes', () => {
  const writing = commands.filter(one => one.vault === 'writes').map(one => one.name)
  expect(writing.sort()).toEqual(delegatedJobs.map(one => one.name).sort())
})

test('no command opens a vault for writing, nor runs such a job, but by handing it over where somebody holds it', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name =>
    name.endsWith('.ts'),
  )
  const writing = files.filter(name =>
    /openVaultForWriting|openHeld|withHeld/.test(readFileSync(join(folder, name), 'utf8')),
  )
  const running = files.filter(name => /\bjob\s*\.run\(/.test(readFileSync(join(folder, name), 'utf8')))
  // A daemon that holds a vault has upgraded it: what `upgrade` finds to do, nobody holds.
  // A drill of a vault that came out of a replica writes a record into the vault here, a file of its own, and nothing else;
  // an index for searches is a file beside the vault, and who writes it with whom does not matter.
  const allowed = ['check.ts', 'drill.ts', 'find.ts', 'perform.ts', 'search-index.ts']
  expect([writing, running.sort()]).toEqual([['upgrade.ts'], allowed])
})
