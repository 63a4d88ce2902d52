/** Backups go on where the vault cannot read what it has of before. */
import { expect, test } from 'vitest'
import { makeCompany } from '../helpers/company.ts'
import { itemsOf, jsonOf } from '../helpers/restoring.ts'
import { ruin } from '../helpers/ruin.ts'

test('a page that is edited after its bodies were damaged is in the next snapshot', async () => {
  const company = await makeCompany()
  await company.backUp()
  ruin(company, 'On Linux', ['markdown', 'document'])
  await company.edit({ 'guides/linux.md': '# On Linux\n\nWritten since.\n' })
  expect((await company.backUp()).state).toBe('complete')
  const vault = company.vault()
  const texts = itemsOf(vault, '2', 'page')
    .filter(page => jsonOf(vault, page).title === 'On Linux')
    .map(page => page.parts.find(part => part.name === 'markdown'))
    .flatMap(part => (part?.digest === undefined ? [] : [part]))
  const readable = texts.flatMap(part => {
    try {
      return [vault.read(part.content).toString()]
    } catch {
      return []
    }
  })
  expect(readable.join()).toContain('Written since.')
})
