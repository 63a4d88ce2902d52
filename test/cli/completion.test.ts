import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commands } from '../../src/cli/commands.ts'
import { runLine } from '../helpers/program.ts'
import { temporaryFolder } from '../vault/fixture.ts'

test('bash completes commands, options, kinds, jobs and snapshots', async () => {
  const script = join(temporaryFolder(), 'docvault.bash')
  writeFileSync(script, (await runLine(['completion', 'bash'])).text)
  const complete = (...words: string[]) =>
    execFileSync(
      'bash',
      [
        '-c',
        'source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _docvault; IFS="\n"; echo "$'.concat(
          '{COMPREPLY[*]}"',
        ),
        script,
        'docvault',
        ...words,
      ],
      { encoding: 'utf8' },
    )
      .trim()
      .split('\n')
  for (const { name } of commands) expect(complete('')).toContain(name)
  expect(complete('sna')).toEqual(['snapshots'])
  expect(complete('diff', '--st')).toEqual(['--stat'])
  expect(complete('backup', '--pl')).toEqual(['--platform'])
  expect(complete('ls', 'latest', '--kind', 'change-request-page-g')).toEqual(['change-request-page-group'])
  expect(complete('diff', 'latest~1', 'latest~2')).toEqual(['latest~2'])
  expect(complete('trigger', 'che')).toEqual(['check'])
  expect(complete('config', 'sh')).toEqual(['show'])
  expect(complete('diff', 'a', 'b', '--by', 'pa')).toEqual(['path'])
})

test('zsh and fish know every command and option', async () => {
  const { text: zsh } = await runLine(['completion', 'zsh'])
  const { text: fish } = await runLine(['completion', 'fish'])
  for (const { name } of commands) {
    expect(zsh).toContain(`    ${name}) _arguments`)
    expect(fish).toContain(`-f -a ${name} -d`)
  }
  expect(zsh).toContain("'--stat[counts instead of contents]'")
  expect(fish).toContain('-l stat -d')
})
