import { expect, test } from 'vitest'
import { compare } from '../../src/diff/compare.ts'
import { makeLabelOf } from '../../src/diff/describe.ts'
import { type ChangeCriteria, makeFilter } from '../../src/diff/filter.ts'
import { resources } from '../../src/resources/index.ts'
import { handbookFiles, makeCompany } from '../helpers/company.ts'

test('a filter shows what is of one space, person, path or time, both ends included', async () => {
  const company = await makeCompany()
  await company.backUp()
  await company.edit({ 'guides/install.md': '# Install\n\nOtherwise.\n' })
  await company.backUp()
  const vault = company.vault()
  const [ada, ben] = vault.resources(1, { kind: 'member' })
  company.emulator.patch('member', ben?.id ?? '', { role: 'comment' })
  await company.edit({
    'README.md': `${handbookFiles['README.md']}\nMore.\n`,
    'guides/linux.md': '# Linux\n',
  })
  await company.backUp()
  const [first, second, third] = vault.snapshots()
  if (!first || !second || !third) throw new Error('there are no three snapshots')
  const titles = (filter: ChangeCriteria) => {
    const isWanted = makeFilter(vault, makeLabelOf(vault, resources), filter)
    const changes = [...compare(vault, resources, { a: first, b: third }, { by: 'id' })].filter(isWanted)
    return changes.map(one => `${one.description.kind} ${one.description.title}`).sort()
  }
  // What the space links to: changed in the second snapshot, and not in the third.
  const links = 'link-report links'
  const pages = ['page Install', 'page On Linux', 'page Welcome']
  const role = titles({ person: ben?.id })
  expect(role).toHaveLength(1)
  expect(titles({})).toEqual([links, ...role, ...pages].sort())
  expect(titles({ person: ada?.id })).toEqual([])
  expect(titles({ space: 'Handbook' })).toEqual([links, ...pages])
  expect(titles({ space: 'Second' })).toEqual([])
  expect(titles({ path: 'guides/' })).toEqual(['page Install', 'page On Linux'])
  expect(titles({ path: 'guides/*.md', space: 'Handbook' })).toEqual(['page Install', 'page On Linux'])
  expect(titles({ path: 'README.md' })).toEqual(['page Welcome'])
  expect(titles({ path: 'guide' })).toEqual([])
  expect(titles({ since: second.started, until: second.started })).toEqual([links, 'page Install'])
  expect(titles({ since: third.started })).toEqual([...role, 'page On Linux', 'page Welcome'].sort())
  expect(titles({ until: first.started })).toEqual([])
  expect(() => titles({ since: 'tomorow' })).toThrow('"tomorow" is no time')
})
