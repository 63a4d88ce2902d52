import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { makePackage } from '../helpers/package.ts'
import { temporaryFolder } from '../vault/fixture.ts'

const root = resolve(import.meta.dirname, '../..')

/** As npm would install it, except that the dependencies are lent by the checkout: nothing that is not declared is there. */
test('the package holds no source, test or map, and runs from an empty folder', () => {
  const { file, paths } = makePackage()
  expect(paths.filter(path => /\.(map|ts)$|^(src|test|bench|node_modules)\//.test(path))).toEqual([])
  const home = temporaryFolder()
  const installed = join(home, 'node_modules/docvault')
  mkdirSync(installed, { recursive: true })
  execFileSync('tar', ['-xzf', file, '--strip-components=1', '-C', installed])
  for (const name of dependencies()) {
    mkdirSync(dirname(join(home, 'node_modules', name)), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), join(home, 'node_modules', name))
  }
  const run = (...words: string[]) =>
    execFileSync(join(installed, 'bin/docvault'), words, {
      cwd: home,
      encoding: 'utf8',
      env: { PATH: `${dirname(process.execPath)}:/usr/bin:/bin` },
    })
  expect(run('--version').trim()).toBe(packageJson().version)
  const demo = run('demo')
  expect(demo).toContain('snapshot 3 of Acme Documentation: complete')
  expect(demo).toContain('no damage found')
  // What is proposed can be typed where it was installed.
  expect(demo).toMatch(/^ {2}npx docvault ls latest/m)
  expect(demo).not.toContain('bin/docvault')
})

function dependencies(): string[] {
  return Object.keys(packageJson().dependencies)
}

function packageJson() {
  const schema = z.object({ version: z.string(), dependencies: z.record(z.string(), z.string()) })
  return schema.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
}
