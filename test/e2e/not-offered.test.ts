import { expect, test } from 'vitest'
import { makeCompany } from '../helpers/company.ts'

const note = { '.gitbook/includes/note.md': '---\ntitle: Note\n---\n\nAnother one.\n' }

test('a snapshot that reads nothing still says which bodies the service does not offer', async () => {
  const company = await makeCompany({ profile: 'document' })
  const first = await company.backUp()
  expect(first.not_offered).toContainEqual(
    expect.objectContaining({ kind: 'reusable-content', part: 'document' }),
  )
  const second = await company.backUp()
  expect(new Set(second.not_offered)).toEqual(new Set(first.not_offered))
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
  const whole = await company.backUp()
  expect(whole.state).toBe('complete')
  expect(whole.not_offered.map(one => one.kind)).not.toContain('reusable-content')
  const contents = [...company.vault().resources(3, { kind: 'reusable-content' })]
  expect(contents.map(one => one.parts.length)).toEqual([1, 1])
})
