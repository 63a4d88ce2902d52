import { describe, expect, test } from 'vitest'
import { commandGroups, commands } from '../../src/cli/commands.ts'
import { runLine } from '../helpers/program.ts'

describe('the help', () => {
  test('names every command under the heading of its group, and fits the terminal', async () => {
    const { code, text } = await runLine(['--help'], { columns: 60 })
    expect(code).toBe(0)
    for (const { name, group } of commands) {
      const section = text.split('\n\n').find(one => one.startsWith(`${commandGroups[group]}:\n`))
      expect(section, name).toMatch(new RegExp(`^ {2}${name} `, 'm'))
    }
    for (const line of text.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80)
  })

  test('of one command has its options and examples, asked for either way', async () => {
    const { text } = await runLine(['diff', '--help'])
    expect(text).toContain('--html <file>')
    expect(text).toContain('$ docvault diff latest~1 latest --stat\n      only the counts')
    expect((await runLine(['help', 'diff'])).text).toBe(text)
  })
})
