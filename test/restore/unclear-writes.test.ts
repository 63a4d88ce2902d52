import { expect, test } from 'vitest'
import { makeCompany } from '../helpers/company.ts'
import { restoreHome } from '../helpers/restoring.ts'

test('a run whose read-back is not what was planned is partial, whatever the answers said', async () => {
  const company = await makeCompany({ profile: 'current' })
  await company.backUp()
  await company.edit({ 'guides/install.md': '# Install\n\nSomething else.\n' })
  const text = JSON.stringify({ revision: 'none', result: 'merge' })
  company.emulator.fault({ operation: 'mergeChangeRequest', kind: 'answer', text })
  const { result } = await restoreHome(company).apply('1', { onConflict: 'update' })
  expect(result?.verification.differences).not.toEqual([])
  expect(result?.state).toBe('partial')
})
