import { describe, expect, test } from 'vitest'
import type { DescribedChange } from '../../src/diff/change.ts'
import { compare } from '../../src/diff/compare.ts'
import { resources } from '../../src/resources/index.ts'
import { type Company, handbookFiles, makeCompany } from '../helpers/company.ts'

const summary = handbookFiles['SUMMARY.md'] ?? ''

describe('what changed in a page tree', () => {
  test('a page that goes below another one is moved, once, and nothing else is', async () => {
    const company = await twoSnapshots(async ({ edit }) =>
      edit({ 'SUMMARY.md': summary.replace('* [Empty](guides/empty.md)', '  * [Empty](guides/empty.md)') }),
    )
    const [moved, ...others] = changesOf(company)
    expect(others).toEqual([])
    expect(moved).toMatchObject({ type: 'modified', actions: ['moved'], description: { title: 'Empty' } })
    expect(moved?.moved).toEqual({
      from: { parent: 'Guides', position: 2 },
      to: { parent: 'Install', position: 2 },
    })
  })

  test('pages in another order are reordered, as few as can be', async () => {
    const lines = ['a', 'b', 'c', 'd'].map(name => `* [${name}](${name}.md)`)
    const company = await makeCompany()
    const summaryOf = (order: readonly number[]) =>
      `# Table of contents\n\n* [Welcome](README.md)\n${order.map(at => lines[at]).join('\n')}\n`
    await company.edit({ 'SUMMARY.md': summaryOf([0, 1, 2, 3]) })
    await company.backUp()
    await company.edit({ 'SUMMARY.md': summaryOf([3, 0, 1, 2]) })
    await company.backUp()
    expect(named(changesOf(company))).toEqual(['reordered page d'])
  })

  test('a page with another title is renamed, with both titles', async () => {
    const company = await twoSnapshots(async ({ edit }) =>
      edit({
        'guides/linux.md': '# On GNU/Linux\n',
        'SUMMARY.md': summary.replace('On Linux', 'On GNU/Linux'),
      }),
    )
    const [renamed] = changesOf(company)
    expect(renamed?.actions).toEqual(['renamed', 'edited'])
    expect(renamed?.fields).toContainEqual({ path: 'title', before: 'On Linux', after: 'On GNU/Linux' })
  })

  test('a page added, one deleted and one edited are three changes', async () => {
    const company = await twoSnapshots(async ({ edit }) =>
      edit({
        'SUMMARY.md': summary
          .replace('* [Empty](guides/empty.md)\n', '')
          .replace('* [Elsewhere]', '* [New](guides/new.md)\n* [Elsewhere]'),
        'guides/new.md': '# New\n\nQuite new.\n',
        'guides/install.md': '# Install\n\nOtherwise.\n',
      }),
    )
    expect(named(changesOf(company)).sort()).toEqual([
      'created page New',
      'deleted page Empty',
      'edited page Install',
      // What the space links to follows from its pages.
      'settings changed link-report links',
    ])
  })
})

test('a role that changes is a role changed, with the role before and after', async () => {
  const company = await twoSnapshots(async ({ emulator, vault }) => {
    const [member] = vault().resources(1, { kind: 'member' })
    emulator.patch('member', member?.id ?? '', { role: 'comment' })
  })
  const [changed] = changesOf(company)
  expect(changed?.actions).toEqual(['role changed'])
  expect(changed?.fields).toEqual([{ path: 'role', before: expect.any(String), after: 'comment' }])
})

test('a list that failed is unknown with its cause, and nobody came or went', async () => {
  const company = await makeCompany()
  await company.backUp()
  company.emulator.fault({ operation: 'listMembersInOrganizationById', kind: 'status', status: 500 })
  await company.backUp()
  const changes = changesOf(company)
  expect(changes.map(one => one.type)).toEqual(['unknown'])
  expect(changes[0]?.cause).toMatchObject({ class: 'unreachable', snapshots: [2] })
})

test('a file with other bytes is replaced, with the digests of both', async () => {
  const company = await twoSnapshots(({ edit }) => edit({ '.gitbook/assets/notes (1).txt': 'other' }))
  const [replaced] = changesOf(company)
  expect(replaced?.actions).toContain('replaced')
  expect(replaced?.parts).toMatchObject([{ name: 'bytes', before: { bytes: 3 }, after: { bytes: 5 } }])
})

async function twoSnapshots(between: (company: Company) => Promise<void>): Promise<Company> {
  const company = await makeCompany()
  await company.backUp()
  await between(company)
  await company.backUp()
  return company
}

function changesOf(company: Company): DescribedChange[] {
  const vault = company.vault()
  const [before, after] = vault.snapshots().slice(-2)
  if (!before || !after) throw new Error('there are no two snapshots')
  return [...compare(vault, resources, { a: before, b: after }, { by: 'id' })]
}

function named(changes: readonly DescribedChange[]): string[] {
  return changes.map(one => `${one.actions.join('+')} ${one.description.kind} ${one.description.title}`)
}
