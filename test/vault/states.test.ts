import { expect, test } from 'vitest'
import { makeCompany } from '../helpers/company.ts'

test('the states of a kind are those of each of its resources, whether they are there by now or not', async () => {
  const company = await makeCompany()
  await company.backUp()
  await company.edit({ 'guides/linux.md': '# Linux\n', 'README.md': '# Welcome\n\nHello.\n' })
  await company.backUp()
  await company.edit({
    'SUMMARY.md': '# Table of contents\n\n* [Welcome](README.md)\n',
    'guides/linux.md': null,
  })
  await company.backUp({ allowShrink: true })
  const vault = company.vault()
  const keys = [1, 2, 3].flatMap(snapshot =>
    [...vault.resources(snapshot, { kind: 'page' })].map(({ key }) => key),
  )
  const states = Map.groupBy(vault.states(3, 'page'), ({ key }) => key)
  expect(new Set(states.keys())).toEqual(new Set(keys))
  for (const [key, list] of states) {
    expect(
      list.map(({ since, until, content, contentDigest }) => ({ since, until, content, contentDigest })),
    ).toEqual(vault.versions(key))
    for (const { until: _, ...state } of list) expect(vault.at(state.since, key)).toEqual(state)
  }
  expect([...states.values()].filter(list => list.at(-1)?.until === 3)).toHaveLength(4)
})
