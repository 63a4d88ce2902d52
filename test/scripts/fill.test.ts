import { describe, expect, test } from 'vitest'
import { fill } from '../../scripts/docs/fill.ts'
import { table } from '../../scripts/docs/markdown.ts'

const sections = new Map([['kinds', '| kind |\n|---|\n| `page` |']])
const page = (between: string) =>
  `before\n\n<!-- generated:kinds -->\n${between}<!-- /generated -->\n\nafter\n`

describe('generated tables', () => {
  test('what stands between the markers is replaced, and nothing else', () => {
    expect(fill(page('\nold\n\n'), sections)).toBe(page('\n| kind |\n|---|\n| `page` |\n\n'))
  })

  test('filling twice is filling once', () => {
    const once = fill(page(''), sections)
    expect(fill(once, sections)).toBe(once)
  })

  test('a marker without an end, inside another one, or of an unknown name is an error', () => {
    expect(() => fill('<!-- generated:kinds -->\nrest of the page\n', sections)).toThrow('has no end')
    expect(() => fill(page('<!-- generated:kinds -->\n'), sections)).toThrow('begins inside')
    expect(() => fill('<!-- generated:nonsense -->\n<!-- /generated -->\n', sections)).toThrow(
      'tables are kinds',
    )
  })

  test('a bar in a cell does not end it', () => {
    expect(table(['option'], [['`--by <id|path>`']])).toContain('| `--by <id\\|path>` |')
  })
})
