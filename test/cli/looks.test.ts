import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import { describeKinds } from '../../src/cli/restore-words.ts'
import { makeCompany } from '../helpers/company.ts'
import { startTestDaemon } from '../helpers/daemon.ts'
import { runLine } from '../helpers/program.ts'
import { restoreInto } from '../helpers/restoring.ts'

const ESC = '\u001b['
const hour = 3_600_000
const later = () => Date.now() + 3 * hour

describe('on a terminal of 80 columns', () => {
  test('restore runs, status and access fit; with logs they say how long ago, and colour states', async () => {
    const company = await makeCompany()
    await company.backUp()
    await (await restoreInto(company)).apply('1')
    const daemon = await startTestDaemon(company)
    await daemon.run('backup')
    company.emulator.fault({ operation: 'listMembersInOrganizationById', kind: 'status', status: 403 })
    await daemon.run('backup')
    await daemon.logged(one => one.event === 'begin')
    const env = { ...company.env, DOCVAULT_DAEMON_PATH: `${company.folder}/daemon` }
    const tables: [string[], string[]][] = [
      [
        ['restore', 'runs'],
        ['ago', `${ESC}32mcomplete`],
      ],
      [['status'], [', 3 h ago', '  3 h ago', `${ESC}33mpartial`, `${ESC}31mwrong`]],
      [['logs'], [`${ESC}33mpartial`]],
      [['access', '--space', 'Handbook', '--at', '1'], ['(UTC, 3 h ago)']],
    ]
    for (const [argv, said] of tables) {
      const { text } = await runLine(argv, { env, columns: 80, now: later })
      for (const words of said) expect([argv, text]).toEqual([argv, expect.stringContaining(words)])
      // The id of a run that somebody asked for is 59 characters, and is never cut.
      const lines = argv[0] === 'logs' ? [] : tableOf(text)
      for (const line of lines) expect([line, line.length <= 80]).toEqual([line, true])
      const plain = await runLine(argv, { env: { ...env, NO_COLOR: '1' }, columns: 80, now: later })
      expect(plain.text).not.toContain(ESC)
      const piped = await runLine(argv, { env, now: later })
      expect(piped.text).not.toMatch(/ago\b/)
      expect(piped.text).not.toContain(ESC)
    }
    const wide = await runLine(['logs'], { env, columns: 160, now: later })
    expect(wide.text).toContain('3 h ago')
  })

  test('kinds that came back give way at the reasons', () => {
    const reasons = {
      'a reason that takes a whole sentence to say what it is': 3,
      'and another one of them': 1,
    }
    const kinds = [{ kind: 'change-request-page-group' as const, full: 1200, part: 30, not: 4, reasons }]
    for (const width of [60, 80, 100])
      for (const line of describeKinds(kinds, width).split('\n'))
        expect(line.length).toBeLessThanOrEqual(width)
    expect(describeKinds(kinds, null)).toContain('and another one of them (1)')
  })
})

test('a report that is looked at colours its severities; one that is kept stays as the ledger knows it', async () => {
  const company = await makeCompany()
  await company.backUp()
  const [member] = company.vault().resources(1, { kind: 'member' })
  company.emulator.patch('member', member?.id ?? '', { role: 'admin' })
  await company.backUp()
  const argv = ['audit', 'changes', '--since', '1', '--no-ledger']
  const [looked, kept] = [
    await runLine(argv, { env: company.env, columns: 80 }),
    await runLine(argv, { env: { ...company.env, FORCE_COLOR: '1' } }),
  ]
  expect(looked.text).toContain(` ${ESC}31m`)
  expect(kept.text).not.toContain(ESC)
  const plain = await runLine(argv, { env: { ...company.env, NO_COLOR: '1' }, columns: 80 })
  expect(plain.text).not.toContain(ESC)
})

/** Lines of columns, with their head: what flows is broken by the terminal. */
function tableOf(text: string): string[] {
  const lines = text.split('\n').map(stripVTControlCharacters)
  return lines.filter(line => /\S {2,}\S/.test(line) && !line.startsWith(' '))
}
