import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeRedact } from '../../src/model/redact.ts'

const token = 'gb_api_k7PzQ2vXw93LmNbT51RsYd/+=ü"x'
const redact = makeRedact([token])

describe('a known secret', () => {
  test.each([
    ['as it is', token],
    ['in JSON', JSON.stringify({ token })],
    ['in an address', `https://x.example/?t=${encodeURIComponent(token)}`],
    ['in hexadecimal', Buffer.from(token).toString('hex')],
    ['half of it', `starts with ${token.slice(0, 12)}`],
  ])('is taken out %s', (_form, text) => {
    const secret = makeRedact([token, token.slice(0, 24)])(text)
    for (let at = 0; at + 8 <= 24; at++) expect(secret).not.toContain(token.slice(at, at + 8))
    expect(secret).not.toContain(Buffer.from(token).toString('hex').slice(0, 16))
  })

  test('is taken out of Basic authorization, whatever stands before and after it', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 12 }), fc.string(), fc.string(), (secret, before, after) => {
        const text = Buffer.from(`${before}:${secret}${after}`).toString('base64')
        const bytes = Buffer.from(secret)
        // What can be read back of it are a few bytes at the edges.
        const left = Buffer.from(
          makeRedact([secret])(text)
            .split('…')
            .toSorted((a, b) => b.length - a.length)[0] ?? '',
          'base64',
        )
        expect(left.includes(bytes)).toBe(false)
      }),
    )
  })

  test('leaves its beginnings and ends of eight characters or more nowhere', () => {
    const secret = 'emu_Zm9vYmFyYmF6cXV4Y29ycmdl'
    fc.assert(
      fc.property(fc.integer({ min: 8, max: secret.length }), fc.string(), fc.string(), (length, a, b) => {
        const clean = makeRedact([secret])
        expect(clean(`${a} ${secret.slice(0, length)} ${b}`)).not.toContain(secret.slice(0, 8))
        expect(clean(`${a} ${secret.slice(-length)} ${b}`)).not.toContain(secret.slice(-8))
      }),
    )
  })

  test('that is an address loses its password, encoded or not, and no other address is hurt', () => {
    const clean = makeRedact(['https://bot:p%40ssw0rd-of-git@git.example/docs.git'])
    expect(clean('remote: bad password p@ssw0rd-of-git')).toBe('remote: bad password …')
    expect(clean('see https://git.example/other')).toBe('see https://git.example/other')
  })

  test('other text stays as it is', () => {
    expect(redact('nothing to see in gb_api docs')).toBe('nothing to see in gb_api docs')
  })
})
