import { describe, expect, test } from 'vitest'
import { fitHeading } from '../../src/space/fit-heading.ts'
import { outlineOf } from '../../src/space/outline.ts'

const leaf = (text: string) => ({ object: 'text', leaves: [{ object: 'leaf', text }] })
const block = (type: string, text: string) => ({ object: 'block', type, nodes: [leaf(text)] })
const paragraph = { object: 'document', nodes: [block('paragraph', 'Text.')] }
const fitted = (markdown: string, document: Parameters<typeof outlineOf>[0], title: string) =>
  fitHeading(Buffer.from(markdown), outlineOf(document), title).toString()

describe('the first heading of a page', () => {
  test('that is its title keeps its bytes', () => {
    expect(fitted('# On  Linux #\r\n\r\nText.\r\n', paragraph, 'on linux')).toBe(
      '# On  Linux #\r\n\r\nText.\r\n',
    )
  })
  test('that the document left out, while it was the title, says the new title', () => {
    expect(fitted('---\nicon: x\n---\n\n# Old\n\nText.\n', paragraph, 'New *one*')).toBe(
      '---\nicon: x\n---\n\n# New \\*one\\*\n\nText.\n',
    )
    expect(fitted('Old\n===\n\nText.\n', paragraph, 'New')).toBe('# New\n\nText.\n')
  })
  test('that the document has, and the page got as its title since, comes after the title', () => {
    const kept = { object: 'document', nodes: [block('heading-1', 'Same'), block('paragraph', 'Text.')] }
    expect(fitted('# Same\n\nText.\n', kept, 'Same')).toBe('# Same\n\n# Same\n\nText.\n')
    expect(fitted('# Same\n\nText.\n', kept, 'Other')).toBe('# Same\n\nText.\n')
  })
  test('is no heading of another level, nor one further down, nor one of a page whose document is not kept', () => {
    for (const markdown of ['## Old\n\nText.\n', 'Text.\n\n# Old\n', '#Old\n', ''])
      expect(fitted(markdown, paragraph, 'New')).toBe(markdown)
    expect(fitted('# Old\n', null, 'New')).toBe('# Old\n')
  })
})
