import { expect, test } from 'vitest'
import { makeCompany } from '../../helpers/company.ts'
import { docvault } from '../../helpers/docvault.ts'
import { restoreInto } from '../../helpers/restoring.ts'

test('a service that takes no content is told as a failure with a way out, and the rest comes back', async () => {
  const company = await makeCompany({ profile: 'current' })
  await company.backUp()
  const target = await restoreInto(company, { profile: 'current' })
  // Newest services have no content/import any more.
  const env = { ...target.env, DOCVAULT_RESTORE_WRITER: 'import' }
  const result = await docvault(['restore', '1', '--to', target.organization, '--apply', '--yes'], { env })
  const printed = result.stdout.toString()
  expect(printed).toContain('import space Handbook: this service takes no page content from docvault')
  expect(printed).toContain('`docvault export`')
  expect(printed).toMatch(/\nteam +3 /)
  expect(result.code).not.toBe(0)
})
