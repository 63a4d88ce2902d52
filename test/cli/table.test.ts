import { PassThrough } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ChangeCounts } from '../../src/cli/change-counts.ts'
import { renderTable } from '../../src/cli/table.ts'
import { openTerminal } from '../../src/cli/terminal.ts'
import { formatAge } from '../../src/model/format.ts'
import { makeCompany } from '../helpers/company.ts'
import { runLine } from '../helpers/program.ts'

const head = ['#', 'state', 'title', 'extra']
const narrow = [
  ['extra', 0],
  ['title', 8],
] as const

describe('a table', () => {
  test('is cut where it may be, never in ids and numbers, and not at all in a pipe', () => {
    const rows = [[1234, 'complete', 'A title of some length', 'whatever there is to say']]
    expect(renderTable({ head, rows, narrow }, null)).toContain('A title of some length  whatever there is')
    expect(renderTable({ head, rows, narrow }, 30).split('\n')[1]).toBe('1234  complete  A title of so…')
  })

  test('fits the terminal, whatever stands in the columns that give way', () => {
    const words = fc.string({ maxLength: 60 })
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(9999), words, words), { maxLength: 8 }),
        fc.integer({ min: 40, max: 120 }),
        (cells, width) => {
          const rows = cells.map(([n, title, extra]) => [n, 'complete', stripped(title), stripped(extra)])
          for (const line of renderTable({ head, rows, narrow }, width).split('\n'))
            expect([...line].length).toBeLessThanOrEqual(width)
        },
      ),
    )
  })

  test('of counted changes gives way at the kind', () => {
    const counts = new ChangeCounts()
    counts.byKind['change-request-review-comment'] = { added: 1, modified: 0, removed: 0, unknown: 0 }
    const lines = counts.table(50).split('\n')
    expect(Math.max(...lines.map(line => [...line].length))).toBeLessThanOrEqual(50)
    expect(lines[1]).toContain('…')
    expect(counts.table(null)).toContain('change-request-review-comment')
  })

  test('has colours that do not move its columns', () => {
    const rows = [
      [1, 'complete', 'x', ''],
      [2, 'partial', 'y', ''],
    ]
    const paint = { state: (text: string) => `\u001b[32m${text}\u001b[39m` }
    expect(stripVTControlCharacters(renderTable({ head, rows, paint }, null))).toBe(
      renderTable({ head, rows }, null),
    )
  })

  test('of snapshots fits 80 columns, says how long ago, and in a pipe only when', async () => {
    const company = await makeCompany()
    const { started } = await company.backUp()
    const now = () => Date.parse(started) + 3 * 3_600_000 + 1000
    const shown = await runLine(['snapshots'], { env: company.env, columns: 80, now })
    for (const line of shown.text.split('\n'))
      expect([...stripVTControlCharacters(line)].length).toBeLessThanOrEqual(80)
    expect(shown.text).toContain('Z, 3 h ago')
    expect(shown.text).toContain('\u001b[32mcomplete')
    const piped = await runLine(['snapshots'], { env: company.env, now })
    expect(piped.text).not.toContain('ago')
    expect(piped.text).toContain('received')
  })
})

describe('colour', () => {
  test.each([
    ['a terminal', true, {}, true],
    ['a pipe', false, {}, false],
    ['a terminal with NO_COLOR', true, { NO_COLOR: '1', FORCE_COLOR: '1' }, false],
    ['a pipe with FORCE_COLOR', false, { FORCE_COLOR: '1' }, true],
    ['a terminal with FORCE_COLOR=0', true, { FORCE_COLOR: '0' }, false],
    ['a dumb terminal', true, { TERM: 'dumb' }, false],
  ])('on %s', (_, isTTY, env, wanted) => {
    const stream = Object.assign(new PassThrough(), { isTTY })
    const terminal = openTerminal(stream, { json: false, env, now: () => 0 })
    expect(terminal.colors.isColorSupported).toBe(wanted)
  })
})

test.each([
  [30_000, 'just now'],
  [3_600_000, '1 h ago'],
  [90_000_000, '1 d ago'],
  [-300_000, 'in 5 min'],
])('%i ms are %s', (ms, words) => {
  expect(formatAge(ms)).toBe(words)
})

test('pages are listed in the order of the table of contents', async () => {
  const company = await makeCompany()
  await company.backUp()
  const { text } = await runLine(['ls', 'latest', '--kind', 'page'], { env: company.env })
  const paths = text.split('\n').flatMap(line => /\[Handbook \/ (\S+)\]/.exec(line)?.[1] ?? [])
  expect(paths).toEqual(['README.md', 'guides/install.md', 'guides/linux.md', 'guides/empty'])
})

function stripped(text: string): string {
  return text.replaceAll(/\s|\p{C}/gu, '_')
}
