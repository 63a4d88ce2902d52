import { expect, test } from 'vitest'
import type { SnapshotSummary } from '../../src/model/snapshot.ts'
import { makeCompany } from '../helpers/company.ts'

const note = { '.gitbook/includes/note.md': '---\ntitle: Note\n---\n\nAnother one.\n' }

test('a snapshot that reads nothing still says which bodies the service does not offer', async () => {
  const company = await makeCompany({ profile: 'document' })
  const first = await company.backUp()
  expect(lacksOf(first)).toContain('reusable-content document')
  expect(lacksOf(await company.backUp())).toEqual(lacksOf(first))
})

test('a service that answers once as if it lost an operation loses us no body', async () => {
  const company = await makeCompany()
  await company.backUp()
  await company.edit(note)
  company.emulator.fault({ operation: 'getDocumentById', kind: 'status', status: 404 })
  const doubted = await company.backUp()
  expect(doubted).toMatchObject({
    state: 'partial',
    gaps: [{ kind: 'reusable-content', class: 'not-found' }],
  })
  company.emulator.clearFaults()
  const healed = await company.backUp()
  expect(healed.state).toBe('complete')
  expect(lacksOf(healed)).not.toContain('reusable-content document')
  const contents = [...company.vault().resources(3, { kind: 'reusable-content' })]
  expect(contents.map(one => one.parts.length)).toEqual([1, 1])
})

function lacksOf({ not_offered }: SnapshotSummary): string[] {
  return not_offered.map(({ kind, part = 'all' }) => `${kind} ${part}`).sort()
}
