import { expect, test } from 'vitest'
import type { Vault } from '../../../src/vault/vault.ts'
import { makeCompany } from '../../helpers/company.ts'
import { docvault } from '../../helpers/docvault.ts'

function pagesCalled(vault: Vault, snapshot: number, title: string) {
  return [...vault.resources(snapshot, { kind: 'page' })].filter(
    page => Object(vault.readJson(page)).title === title,
  )
}

test('a page comes back below the page that it stood under, although the group around both is gone', async () => {
  const company = await makeCompany()
  await company.backUp()
  await company.edit({
    'guides/linux.md': null,
    'SUMMARY.md': '# Table of contents\n\n* [Welcome](README.md)\n* [Install](guides/install.md)\n',
  })
  await company.backUp()
  const vault = company.vault()
  const left = pagesCalled(vault, 2, 'On Linux').map(({ id }) => id)
  const gone = pagesCalled(vault, 1, 'On Linux').find(({ id }) => !left.includes(id))
  const restored = await docvault(['restore', '1', '--page', gone?.id ?? '', '--apply', '--yes'], {
    env: company.env,
  })
  expect([restored.code, String(restored.stdout)]).toEqual([
    0,
    expect.stringContaining('nothing differs but what is declared as lost'),
  ])
  const { snapshot } = await company.backUp()
  expect(pagesCalled(company.vault(), snapshot, 'On Linux')).toHaveLength(2)
})
