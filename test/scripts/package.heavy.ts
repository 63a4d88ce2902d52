/** The package out of the registry's hands: npm installs it, with everything it depends on, into an empty folder. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { makePackage } from '../helpers/package.ts'
import { temporaryFolder } from '../vault/fixture.ts'

const readySchema = z.object({ url: z.string(), token: z.string() })

test('installed by npm into an empty folder, docvault shows its demo, serves a platform and backs it up', async () => {
  const { file } = makePackage()
  const home = temporaryFolder()
  execFileSync('npm', ['install', '--no-audit', '--no-fund', file], { cwd: home, stdio: 'ignore' })
  const run = (words: readonly string[], env: Record<string, string> = {}) =>
    execFileSync('npx', ['docvault', ...words], {
      cwd: home,
      encoding: 'utf8',
      env: { ...process.env, ...env },
    })
  expect(run(['--version'])).toMatch(/^\d+\.\d+\.\d+\n$/)
  expect(run(['demo'])).toContain('no damage found')

  const emulator = spawn(
    join(home, 'node_modules/.bin/docvault'),
    ['emulator', '--load', 'Manual=demo/manual'],
    {
      cwd: home,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  onTestFinished(() => void emulator.kill('SIGTERM'))
  const [line] = await once(createInterface({ input: emulator.stdout }), 'line')
  const { url, token } = readySchema.parse(JSON.parse(line))
  const answer = run(['backup'], { DOCVAULT_PLATFORM_URL: url, DOCVAULT_PLATFORM_TOKEN: token })
  expect(answer).toMatch(/^snapshot 1 of .*: complete$/m)
  expect(execFileSync('find', [home, '-name', 'typescript', '-type', 'd'], { encoding: 'utf8' })).toBe('')
})
