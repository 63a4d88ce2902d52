import { expect, test } from 'vitest'
import { mapAt, valuesAt } from '../../src/model/paths.ts'
import { unsigned } from '../../src/resources/signed-url.ts'

const look = {
  logo: { light: 'a?token=1', dark: 'b' },
  faces: [{ url: 'c?token=2' }, { url: null }],
  other: 'd?token=3',
}

test('values are replaced where a path leads, and nowhere else', () => {
  const cut = (found: unknown) => String(found).split('?')[0]
  const once = mapAt(look, 'logo.*', cut)
  expect(mapAt(once, 'faces.*.url', cut)).toEqual({
    logo: { light: 'a', dark: 'b' },
    faces: [{ url: 'c' }, { url: null }],
    other: 'd?token=3',
  })
  expect(mapAt(look, 'nowhere.*.url', cut)).toEqual(look)
  expect(valuesAt(once, 'logo.*')).toEqual(['a', 'b'])
})

test('a signature is cut off an address, and a query that says which picture it is stays', () => {
  expect(unsigned('https://files.example/a.png?alt=media&token=1.2.3')).toBe('https://files.example/a.png')
  expect(unsigned('https://files.example/a.png?X-Amz-Signature=abc&X-Amz-Expires=5')).toBe(
    'https://files.example/a.png',
  )
  expect(unsigned('https://logos.example/?of=acme&v=3')).toBe('https://logos.example/?of=acme&v=3')
})
