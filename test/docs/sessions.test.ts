import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isPlayedAlone, parseSessions } from '../../scripts/sessions/parse.ts'
import { playPage, root } from '../../scripts/sessions/play.ts'
import { compareShapes } from '../../scripts/sessions/shape.ts'

const pages = ['README.md', ...globSync('docs/**/*.md', { cwd: root }).sort()].filter(page =>
  isPlayedAlone(readFileSync(join(root, page), 'utf8')),
)

describe('sessions of the manual', () => {
  test('the front page, the quick start and the tutorial have one', () => {
    expect(pages).toEqual(
      expect.arrayContaining(['README.md', 'docs/quick-start.md', 'docs/learn/tutorial.md']),
    )
  })

  test.each(pages)('%s shows what its commands print', { timeout: 300_000 }, async page => {
    const wrong = (await playPage(page)).filter(one => one.complaint !== null)
    for (const { shapes, complaint } of wrong)
      expect(shapes?.actual, `${complaint}`).toEqual(shapes?.expected)
    expect(wrong.map(one => one.complaint)).toEqual([])
  })
})

describe('shapes', () => {
  test('numbers, times, ids and sizes may differ, zero and words may not', () => {
    const written = ['84 added, 0 removed  2026-11-21 05:02:55Z', '663.7 KiB in 207 ms']
    expect(compareShapes(written, ['9 added, 0 removed 2027-01-02 06:03:04Z', '1.2 MiB in 2 s'])).toBeNull()
    expect(
      compareShapes(written, ['9 added, 3 removed 2027-01-02 06:03:04Z', '1.2 MiB in 2 s']),
    ).not.toBeNull()
    expect(
      compareShapes(written, ['9 added, 0 deleted 2027-01-02 06:03:04Z', '1.2 MiB in 2 s']),
    ).not.toBeNull()
  })

  test('an ellipsis stands for any lines, and for the rest of one', () => {
    expect(compareShapes(['first', '…', 'last'], ['first', 'a', 'b', 'last'])).toBeNull()
    expect(compareShapes(['first', '…', 'last'], ['first', 'a', 'b'])).not.toBeNull()
    expect(compareShapes(['counted: one, …'], ['counted: one, two'])).toBeNull()
  })

  test('a block that begins without a command, or has no end, is an error', () => {
    expect(() => parseSessions('```console\nno command\n```\n')).toThrow('begins with a command')
    expect(() => parseSessions('```console\n$ true\n')).toThrow('has no end')
  })
})
