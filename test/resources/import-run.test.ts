import { expect, test } from 'vitest'
import { importRun } from '../../src/resources/import-run.ts'

test('a run is called by where it came from, without what may be a password or a signature', () => {
  const labelOf = (url: string | null) =>
    importRun.label({ id: 'r1', status: 'completed', source: { type: 'web', url } })
  expect(labelOf('https://me:pass@docs.example/manual/?X-Signature=abc')).toBe('docs.example/manual/')
  expect(labelOf('no address')).toBe('web')
  expect(labelOf(null)).toBe('web')
})
