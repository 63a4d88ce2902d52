import { expect, test } from 'vitest'
import { makeCompany } from '../helpers/company.ts'
import { itemsOf, jsonOf } from '../helpers/state/expected.ts'

test('a script that is put into a site twice, with other rights, is two, and stays so', async () => {
  const { emulator, backUp } = await makeCompany({ profile: 'current', sites: 1 })
  const [own] = itemsOf(emulator.state().organizations)
  const owner = String(jsonOf(itemsOf(own?.sites)[0]).id)
  for (const cookies of [true, false])
    emulator.create('kept', {
      owner,
      shelf: 'integration-scripts',
      script: 'https://scripts.acme.example/chat.js',
      cookies,
    })
  const first = await backUp()
  expect(first).toMatchObject({ state: 'complete', resources: { 'site-integration-script': 2 } })
  expect(await backUp({ exact: true })).toMatchObject({ added: 0, modified: 0, removed: 0 })
})
