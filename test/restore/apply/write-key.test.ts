import { expect, test } from 'vitest'
import { parseWrite, textOfWrite, type WriteKey } from '../../../src/restore/apply/write-key.ts'

/** As journals have them since the first one. */
const known: readonly (readonly [string, WriteKey])[] = [
  ['create team a', { does: 'create', kind: 'team', path: 'a' }],
  ['create team-member a/u', { does: 'create', kind: 'team-member', path: 'a/u' }],
  ['delete page s/p', { does: 'delete', kind: 'page', path: 's/p' }],
  ['copy change-request-page s/c/p', { does: 'copy', kind: 'change-request-page', path: 's/c/p' }],
  ['edit change-request s/c', { does: 'edit', kind: 'change-request', path: 's/c' }],
  ['replace space s', { does: 'replace', kind: 'space', path: 's' }],
  ['item page s/p', { does: 'item', kind: 'page', path: 's/p' }],
  ['set settings of organization ', { does: 'set', setting: 'settings', kind: 'organization', path: '' }],
  [
    'set title, path and condition of site-section x/y',
    { does: 'set', setting: 'title, path and condition', kind: 'site-section', path: 'x/y' },
  ],
  ['take pages 50 of space s', { does: 'take', at: 50, kind: 'space', path: 's' }],
  ['import space s', { does: 'import', kind: 'space', path: 's' }],
  ['import space s below p', { does: 'import', kind: 'space', path: 's', below: 'p' }],
  ['import page s/p', { does: 'import', kind: 'page', path: 's/p' }],
  ['draft s', { does: 'draft', path: 's' }],
  ['merge s', { does: 'merge', path: 's' }],
]

test('a write is in the journal as it always was, and is known again from there', () => {
  expect(known.map(([, key]) => textOfWrite(key))).toEqual(known.map(([text]) => text))
  expect(known.map(([text]) => parseWrite(text))).toEqual(known.map(([, key]) => key))
})

test('the name of a step that failed is no write', () => {
  expect(parseWrite('content skeleton space s')).toBeNull()
})
