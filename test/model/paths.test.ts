import { expect, test } from 'vitest'
import { valuesAt, withTextsAt } from '../../src/model/paths.ts'
import { unsigned } from '../../src/resources/signed-url.ts'

const look = {
  logo: { light: 'a?token=1', dark: 'b' },
  faces: [{ url: 'c?token=2' }, { url: null }],
  other: 'd?token=3',
}

test('texts are replaced where a path leads, and nowhere else', () => {
  const cut = (text: string) => text.split('?')[0] ?? ''
  const once = withTextsAt(look, 'logo.*', cut)
  expect(withTextsAt(once, 'faces.*.url', cut)).toEqual({
    logo: { light: 'a', dark: 'b' },
    faces: [{ url: 'c' }, { url: null }],
    other: 'd?token=3',
  })
  expect(withTextsAt(look, 'nowhere.*.url', cut)).toEqual(look)
  expect(valuesAt(once, 'logo.*')).toEqual(['a', 'b'])
})

test('a signature is cut off an address, and a query that says which picture it is stays', () => {
  expect(unsigned('https://files.example/a.png?alt=media&token=1.2.3')).toBe('https://files.example/a.png')
  expect(unsigned('https://files.example/a.png?X-Amz-Signature=abc&X-Amz-Expires=5')).toBe(
    'https://files.example/a.png',
  )
  expect(unsigned('https://logos.example/?of=acme&v=3')).toBe('https://logos.example/?of=acme&v=3')
})
