/** Pseudonyms: the same by the same key, others by another, one for each person, and nothing of the name in them. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Masking } from '../../../src/restore/mask/masking.ts'
import { assignPseudonyms } from '../../../src/restore/mask/pseudonyms.ts'

const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(bytes => Buffer.from(bytes).toString('hex'))
const name = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom('person', 'human', 'e', '-', '7', 'Person-b', 'staff'),
)
const people = fc
  .uniqueArray(fc.string({ minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 12 })
  .chain(ids => fc.tuple(...ids.map(id => fc.array(name, { maxLength: 2 }).map(names => ({ id, names })))))

test('pseudonyms follow from the key and the person, whatever the order', () => {
  fc.assert(
    fc.property(key, people, (by, list) => {
      expect(assignPseudonyms(by, list.toReversed())).toEqual(assignPseudonyms(by, list))
    }),
    { numRuns: 40 },
  )
})

test('another key gives everybody another pseudonym', () => {
  fc.assert(
    fc.property(key, key, people, (left, right, list) => {
      fc.pre(left !== right)
      const [one, other] = [assignPseudonyms(left, list), assignPseudonyms(right, list)]
      for (const [id, pseudonym] of one) expect(other.get(id)).not.toBe(pseudonym)
    }),
    { numRuns: 40 },
  )
})

test('no two people are called the same, and no name is a part of its pseudonym', () => {
  fc.assert(
    fc.property(key, people, (by, list) => {
      const assigned = assignPseudonyms(by, list)
      expect(new Set(assigned.values()).size).toBe(list.length)
      for (const { id, names } of list)
        for (const text of names.map(own => own.trim().toLowerCase()).filter(own => own !== ''))
          expect(assigned.get(id)).not.toContain(text)
    }),
    { numRuns: 40 },
  )
})

const known = [
  { id: 'u1', names: ['Hiroshi Nakamura'], addresses: ['hiroshi_n@acme.example'] },
  { id: 'u2', names: ['Page'], addresses: ['page@acme.example'] },
  { id: 'u3', names: ['Bo'], addresses: ['bo@acme.example'] },
]
const masking = new Masking('ab'.repeat(32), known)
const pseudonym = masking.text('Hiroshi Nakamura')

test.each([
  'HIROSHI NAKAMURA',
  'Nakamura, Hiroshi',
  'hiroshi-nakamura',
  'hiroshinakamura',
  'Hiroshi\nNakamura',
])('%j is the same person', text => {
  expect(masking.text(text)).toBe(pseudonym)
})

test.each(['Hiroshi_N@ACME.example', 'hiroshi\\_n@acme.example'])('%j is the same address', text => {
  expect(masking.text(`<${text}>`)).toBe(`<${pseudonym}@masked.invalid>`)
})

test('an address in a link stays an address in a link', () => {
  expect(masking.text('?to=hiroshi_n%40acme.example')).toBe(`?to=${pseudonym}%40masked.invalid`)
})

test('an address of somebody whom nobody knows is masked, and how a repository is reached is not', () => {
  expect(masking.text('ask who@else.example')).toMatch(/^ask address-\w+@masked\.invalid$/)
  expect(masking.text('git@host.example:a/b.git')).toBe('git@host.example:a/b.git')
})

test('the name of a file is no address, but may begin with one', () => {
  const names = ['plan@2x.png', 'Profiles@Home-Groups.SVG', '![a](b@c.jpeg) and d@e.yaml']
  expect(names.map(name => masking.text(name))).toEqual(names)
  expect(masking.text('bo@acme.example.png')).not.toContain('bo@acme')
  expect(masking.text('from jane@corp.example.pdf')).toMatch(/^from address-\w+@masked\.invalid\.pdf$/)
  expect(masking.text('plan@2x.example')).not.toContain('2x')
})

test('a name of two letters is masked in its own spelling alone', () => {
  expect(masking.text('Bo')).not.toBe('Bo')
  for (const text of ['bo', 'Bob', 'x7Bo3']) expect(masking.text(text)).toBe(text)
})

test('words of the platform stay, whoever is called so', () => {
  const json = { type: 'page', title: 'Page' }
  expect(masking.json(json)).toEqual({ type: 'page', title: masking.text('Page') })
})

test('a name that is half in bold is masked in the document as in Markdown', () => {
  const leaf = (text: string) => ({ object: 'leaf', text, marks: [] })
  const block = {
    object: 'block',
    nodes: [{ object: 'text', leaves: [leaf('Ask Hiroshi'), leaf(' Nakamura!')] }],
  }
  const masked = {
    object: 'block',
    nodes: [{ object: 'text', leaves: [leaf(`Ask ${pseudonym}`), leaf('!')] }],
  }
  expect(masking.json(block)).toEqual(masked)
  expect(masking.text('**Hiroshi** Nakamura!')).toBe(`**${pseudonym}**!`)
})
