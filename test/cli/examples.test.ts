import { createWriteStream, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command, CommanderError } from 'commander'
import { describe, expect, onTestFinished, test } from 'vitest'
import { commonOptions, defineAll } from '../../src/cli/define-command.ts'
import { runProgram } from '../../src/cli/program.ts'
import { SMALL, writeBundle } from '../emulator/start.ts'
import { environmentOf, takeSnapshot } from '../helpers/company.ts'
import { startJudged } from '../helpers/judged-emulator.ts'
import { temporaryFolder } from '../vault/fixture.ts'

const defined = await defineAll()
const examples = defined.flatMap(({ entry, module }) =>
  module.examples.map(([line]) => ({ name: entry.name, line })),
)

describe('the examples of the help', () => {
  test('are there for every command, and begin with it', () => {
    expect(defined.filter(one => one.module.examples.length === 0).map(one => one.entry.name)).toEqual([])
    expect(examples.filter(({ name, line }) => wordsOf(line)[1] !== name)).toEqual([])
  })

  test.each(examples)('$line is understood', ({ name, line }) => {
    const found = defined.find(one => one.entry.name === name)
    const program = new Command('docvault').exitOverride().configureOutput({ writeErr: () => {} })
    const command = found?.command ?? new Command()
    for (const option of commonOptions()) {
      if (!command.options.some(one => one.long === option.long)) command.addOption(option)
    }
    program.addCommand(command.copyInheritedSettings(program).action(() => {}))
    const refusal = () => {
      try {
        program.parse(wordsOf(line).slice(1), { from: 'user' })
        return null
      } catch (error) {
        return error instanceof CommanderError ? error.message : error
      }
    }
    expect(refusal()).toBeNull()
  })

  test('that only read do what they say, on a vault of two backups', async () => {
    const folder = temporaryFolder()
    const handbook = await writeBundle(SMALL)
    const emulator = await startJudged({ members: 5, load: [{ title: 'Handbook', folder: handbook }] })
    onTestFinished(() => emulator.close())
    const env = environmentOf(emulator, join(folder, 'vault'))
    await takeSnapshot(env)
    writeFileSync(join(handbook, 'README.md'), '# Home\n\nEdited.\n')
    await emulator.load('Handbook', handbook)
    await takeSnapshot(env)
    const reading = [
      'snapshots',
      'ls',
      'show',
      'coverage',
      'diff',
      'find',
      'log',
      'blame',
      'audit',
      'access',
      'export',
      'check',
    ]
    // A day of which this vault has nothing, and a replica.
    const lines = examples.filter(one => reading.includes(one.name) && !/@2|--replica/.test(one.line))
    const before = process.cwd()
    process.chdir(folder)
    onTestFinished(() => process.chdir(before))
    const stdout = createWriteStream('/dev/null')
    for (const { line } of lines) {
      const argv = wordsOf(line).slice(1)
      const code = await runProgram({
        argv,
        env,
        stdout,
        signal: new AbortController().signal,
        now: Date.now,
        version: '1',
      })
      expect([line, code]).toEqual([line, 0])
    }
  })
})

/** As a shell would split it, which knows no quotes but single ones here; what follows a pipe is not ours. */
function wordsOf(line: string): string[] {
  expect(line.replaceAll(/'[^']*'/g, '')).not.toMatch(/["'\\$]/)
  const words = line.match(/(?:'[^']*'|[^\s'])+/g) ?? []
  const end = words.findIndex(word => /^[|>]/.test(word))
  return words.slice(0, end < 0 ? undefined : end).map(word => word.replaceAll("'", ''))
}
