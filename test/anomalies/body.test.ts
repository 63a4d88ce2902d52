import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compressedShare, fateOf, plainBody, shareLeft } from '../../src/anomalies/body.ts'
import { prose } from './nights.ts'

const [text, other] = [prose(1), prose(2)]

describe('what became of a body', () => {
  test('an edit rewrites nothing, however many of its words change', () => {
    const edited = `${text.replaceAll(/\b\w*[aeiou]r\b/g, 'changed')} A sentence that is new.`
    expect(fateOf(text, edited)).toMatchObject({ rewritten: false, shrunk: false, dense: false })
  })

  test('another text rewrites it, and does not look encrypted', () => {
    expect(fateOf(text, other)).toMatchObject({ rewritten: true, shrunk: false, dense: false })
  })

  test.each(['base64', 'latin1'] as const)('noise written as %s looks encrypted', form => {
    const noise = randomBytes(600).toString(form)
    expect(fateOf(text, noise)).toMatchObject({ rewritten: true, dense: true })
  })

  test('text without spaces, in characters of three bytes each, does not look encrypted', () => {
    const chinese = '資料庫系統的查詢語言允許使用者建立表格並且插入更新與刪除記錄'
    const page = Array.from(
      { length: 40 },
      (_, at) => chinese.slice(at % 20) + chinese.slice(0, at % 13),
    ).join('。')
    expect(fateOf(text, page)).toMatchObject({ rewritten: true, dense: false })
  })

  test('a tenth is left, or nothing: it shrank', () => {
    expect(fateOf(text, text.slice(0, text.length / 10))).toMatchObject({ shrunk: true })
    expect(fateOf(text, '')).toMatchObject({ shrunk: true, now: null })
    expect(fateOf(text, text.slice(0, text.length / 8))).toMatchObject({ shrunk: false })
  })

  test('of a few words nothing is said, and what is the same has no fate', () => {
    expect(fateOf('Soon.', 'Here it is now.')).toMatchObject({
      rewritten: false,
      shrunk: false,
      dense: false,
    })
    expect(fateOf(text, text)).toBeNull()
  })
})

describe('what a page says', () => {
  test('is the same under another heading and description', () => {
    const one = plainBody('markdown', Buffer.from(`---\ndescription: a\n---\n\n# One\n\n${text}\n`))
    const two = plainBody('markdown', Buffer.from(`# Two\r\n\r\n${text.replaceAll(' ', '  ')}`))
    expect(one).toBe(two)
  })

  test('is the text of a document, and none of its keys', () => {
    const leaf = (words: string) => ({ object: 'leaf', text: words })
    const document = { nodes: [{ key: 'x1', type: 'paragraph', nodes: [leaf('Some'), leaf('text')] }] }
    expect(plainBody('document', Buffer.from(JSON.stringify(document)))).toBe('Some text')
    expect(plainBody('document', Buffer.from('no JSON'))).toBe('no JSON')
  })
})

test('all of a text is left in itself, with anything around it; nothing is left in nothing', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 8 }), fc.string(), fc.string(), (before, front, back) => {
      expect(shareLeft(before, `${front}${before}${back}`)).toBe(1)
      expect(shareLeft(before, '')).toBe(0)
    }),
  )
  expect(shareLeft('short', '')).toBe(1)
})

test('noise cannot be compressed, and text can', () => {
  expect(compressedShare(text)).toBeLessThan(0.6)
  expect(compressedShare(randomBytes(900).toString('base64'))).toBeGreaterThan(0.7)
  expect(compressedShare('')).toBe(0)
})
