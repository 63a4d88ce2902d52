import { expect, test } from 'vitest'
import { write } from '../contract/kind-cases/kind-case.ts'
import { makeCompany } from '../helpers/company.ts'
import { itemsOf, jsonOf } from '../helpers/restoring.ts'

const icon = 'https://elsewhere.example/icon.png'
const logo = 'https://elsewhere.example/logo.png'

test('a space that gets an icon and an organization that gets a logo are changed, and are not when these stay', async () => {
  const company = await makeCompany()
  const first = await company.backUp()
  const vault = company.vault()
  const [space] = itemsOf(vault, String(first.snapshot), 'space')
  await write(company, 'PATCH', `/spaces/${space?.id}`, { icon })
  await write(company, 'PATCH', '', { logo })
  const second = await company.backUp()
  const urlsOf = (kind: 'space' | 'organization') =>
    itemsOf(vault, String(second.snapshot), kind).map(one => jsonOf(vault, one).urls)
  expect(urlsOf('space')).toContainEqual(expect.objectContaining({ icon }))
  expect(urlsOf('organization')).toEqual([expect.objectContaining({ logo })])
  expect(second.modified).toBe(2)
  expect((await company.backUp()).modified).toBe(0)
  await write(company, 'PATCH', `/spaces/${space?.id}`, { icon: null })
  expect((await company.backUp()).modified).toBe(1)
})
