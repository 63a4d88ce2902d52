import { describe, expect, test } from 'vitest'
import { type Company, makeCompany } from '../helpers/company.ts'
import { itemsOf } from '../helpers/state/expected.ts'

describe('an answer that belongs to another question', () => {
  test('an older revision instead of the one asked for removes nothing and is a gap', async () => {
    const company = await makeCompany()
    const first = await company.backUp()
    const old = revisionOf(company)
    await company.edit({ 'guides/more.md': '# More\n', 'README.md': '# Welcome\n\nMore.\n' })
    await company.edit({
      'SUMMARY.md': '# Table of contents\n\n* [Welcome](README.md)\n* [More](guides/more.md)\n',
    })
    const second = await company.backUp()
    expect(second.state).toBe('complete')
    company.emulator.patch('space', old.space, { title: 'Handbook' })
    await company.edit({ 'README.md': '# Welcome\n\nAgain.\n' })
    company.emulator.fault({
      operation: 'getRevisionById',
      kind: 'misdelivered',
      location: `/v1/spaces/${old.space}/revisions/${old.revision}?metadata=true&computed=false`,
      match: old.space,
    })
    const third = await company.backUp()
    expect(third).toMatchObject({ state: 'partial', removed: 0, added: 0, resources: second.resources })
    expect(third.gaps).toContainEqual(expect.objectContaining({ kind: 'revision', class: 'invalid' }))
    expect(first.state).toBe('complete')
    company.emulator.clearFaults()
    expect(await company.backUp()).toMatchObject({ state: 'complete', removed: 0 })
  })

  test('the spaces of another organization are not taken for those of this one', async () => {
    const company = await makeCompany({ organizations: 1 })
    const first = await company.backUp()
    const [, other] = itemsOf(company.emulator.state().organizations)
    company.emulator.create('space', { title: 'Foreign', organization: String(other?.id) })
    company.emulator.fault({
      operation: 'listSpacesInOrganizationById',
      kind: 'misdelivered',
      location: `/v1/orgs/${other?.id}/spaces?limit=1000`,
    })
    const second = await company.backUp()
    expect(second).toMatchObject({ state: 'partial', added: 0, removed: 0, resources: first.resources })
    expect(second.gaps).toContainEqual(expect.objectContaining({ kind: 'space', class: 'invalid' }))
  })
})

describe('a document without its nodes', () => {
  test.each([
    ['full', 'getDocumentById'],
    ['document', 'getPageById'],
  ] as const)('is no body: the page keeps the one before (%s)', async (profile, operation) => {
    const company = await makeCompany({ profile })
    const first = await company.backUp()
    expect(first.state).toBe('complete')
    await company.edit({ 'README.md': '# Welcome\n\nOtherwise.\n' })
    company.emulator.fault({ operation, kind: 'hollow' })
    const second = await company.backUp()
    expect(second).toMatchObject({ state: 'partial', removed: 0 })
    expect(second.gaps).toContainEqual(expect.objectContaining({ kind: 'page', class: 'invalid' }))
    company.emulator.clearFaults()
    expect(await company.backUp()).toMatchObject({ state: 'complete', modified: 1 })
  })
})

function revisionOf({ emulator }: Company): { space: string; revision: string } {
  const space = itemsOf(emulator.state().spaces).find(one => one.title === 'Handbook')
  return { space: String(space?.id), revision: String(space?.revision) }
}
