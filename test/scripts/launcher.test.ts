import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../vault/fixture.ts'

const launcher = join(import.meta.dirname, '../../bin/docvault')

describe('what Node compiled', () => {
  test('is kept in the cache folder of the user, which is made in their home where there is none', () => {
    const home = temporaryFolder()
    expect(run({ HOME: home })).toMatch(/^\d+\.\d+\.\d+$/)
    expect(readdirSync(join(home, '.cache/docvault')).length).toBe(1)
    // Damage in it is not believed.
    for (const file of filesBelow(join(home, '.cache/docvault'))) writeFileSync(file, 'damaged')
    expect(run({ HOME: home })).toMatch(/^\d+\.\d+\.\d+$/)
  })

  test('is not kept in a folder of somebody else, nor where none is named or it is switched off', () => {
    const other = somebodyElses()
    const before = readdirSync(other)
    expect(run({ XDG_CACHE_HOME: other })).toMatch(/^\d+\.\d+\.\d+$/)
    expect(readdirSync(other)).toEqual(before)
    expect(run({})).toMatch(/^\d+\.\d+\.\d+$/)
    expect(run({ XDG_CACHE_HOME: '/no/such/folder' })).toMatch(/^\d+\.\d+\.\d+$/)
    const home = temporaryFolder()
    run({ HOME: home, NODE_DISABLE_COMPILE_CACHE: '1' })
    expect(existsSync(join(home, '.cache'))).toBe(false)
  })
})

test('a Node that is too old, or that does not run, is passed over', () => {
  const checkout = temporaryFolder()
  for (const folder of ['bin', 'node_modules/node/bin', 'path'])
    mkdirSync(join(checkout, folder), { recursive: true })
  const copied = join(checkout, 'bin/docvault')
  execFileSync('cp', [launcher, copied])
  writeScript(join(checkout, 'node_modules/node/bin/node'), 'exit 3')
  writeScript(join(checkout, 'path/node'), 'echo v20.19.0')
  const path = `${join(checkout, 'path')}:/usr/bin:/bin`
  const refused = spawnSync(copied, [], { env: { PATH: path }, encoding: 'utf8' })
  expect(refused.status).toBe(2)
  expect(refused.stderr).toBe(
    'docvault needs Node 24 or newer, and finds v20.19.0: install Node 24, or run `npm install node@24` beside docvault, which brings one\n',
  )
  writeScript(join(checkout, 'path/node'), 'echo v24.0.0')
  expect(execFileSync(copied, [], { env: { PATH: path }, encoding: 'utf8' })).toBe('v24.0.0\n')
})

test('what reads a platform has room for what comes and goes, everything else takes less memory', () => {
  const checkout = temporaryFolder()
  mkdirSync(join(checkout, 'bin'))
  mkdirSync(join(checkout, 'path'))
  const copied = join(checkout, 'bin/docvault')
  execFileSync('cp', [launcher, copied])
  writeScript(join(checkout, 'path/node'), '[ "$1" = --version ] && echo v24.0.0 || echo "$@"')
  const env = { PATH: `${join(checkout, 'path')}:/usr/bin:/bin` }
  const given = (...argv: string[]) => execFileSync(copied, argv, { env, encoding: 'utf8' })
  for (const command of ['daemon', 'backup', 'restore', 'drill', 'emulator'])
    expect(given(command, '--json')).toContain('--max-semi-space-size=16 ')
  for (const argv of [[], ['ls', 'latest'], ['--version']])
    expect(given(...argv)).toContain('--max-semi-space-size=4 ')
})

function run(env: Readonly<Record<string, string>>): string {
  const path = process.env.PATH ?? ''
  return execFileSync(launcher, ['--version'], { env: { PATH: path, ...env }, encoding: 'utf8' }).trim()
}

/** Root can give a folder away; anybody else finds one that is not theirs. */
function somebodyElses(): string {
  if (process.getuid?.() !== 0) return '/'
  const folder = temporaryFolder()
  chownSync(folder, 12_345, 12_345)
  chmodSync(folder, 0o777)
  return folder
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(one => one.isFile())
    .map(one => join(one.parentPath, one.name))
}

function writeScript(file: string, text: string): void {
  writeFileSync(file, `#!/bin/sh\n${text}\n`)
  chmodSync(file, 0o755)
}
