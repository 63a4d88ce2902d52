import { expect, test } from 'vitest'
import { behindCommand } from '../../src/cli/define-command.ts'
import { runLine } from '../helpers/program.ts'

test.each([
  [
    ['--vault', 'v', 'check', '--read-data'],
    ['check', '--vault', 'v', '--read-data'],
  ],
  [
    ['--json', '--vault=v', 'check'],
    ['check', '--json', '--vault=v'],
  ],
  [
    ['check', '--vault', 'v'],
    ['check', '--vault', 'v'],
  ],
  [
    ['--vault', 'check'],
    ['--vault', 'check'],
  ],
  [
    ['--read-data', 'check'],
    ['--read-data', 'check'],
  ],
  [
    ['--vault', 'v', 'chek'],
    ['--vault', 'v', 'chek'],
  ],
  [[], []],
])('%j is taken as %j', (argv, taken) => {
  expect(behindCommand(argv)).toEqual(taken)
})

test('an option of every command may stand before it', async () => {
  const before = await runLine(['--json', 'config', '--help'])
  expect(before).toEqual(await runLine(['config', '--help', '--json']))
  expect(before.code).toBe(0)
})
