import { expect, test } from 'vitest'
import { makeCompany } from '../helpers/company.ts'
import { docvault } from '../helpers/docvault.ts'

test('the head of both reports says which operations were called for it, and how often', async () => {
  const company = await makeCompany({ sites: 1 })
  const before = company.emulator.requests().operations
  const first = await company.backUp()
  const counted = company.emulator.requests().operations
  const calls = new Map(Object.entries(counted).map(([name, count]) => [name, count - (before[name] ?? 0)]))
  // What the emulator does not offer it cannot call by its name.
  const wanted = Object.fromEntries([...calls].filter(([name, count]) => count > 0 && name !== 'unknown'))
  const second = await company.backUp()

  const changes = await docvault(['audit', 'changes', '--format', 'json'], { env: company.env })
  const { snapshots } = JSON.parse(changes.stdout.toString()).report.about
  expect(snapshots[0].operations).toMatchObject(wanted)
  for (const [one, { requests }] of [first, second].entries())
    expect(Object.values<number>(snapshots[one].operations).reduce((sum, count) => sum + count, 0)).toBe(
      requests,
    )

  const access = await docvault(['audit', 'access', '1', '--format', 'md'], { env: company.env })
  const line = access.stdout
    .toString()
    .split('\n')
    .find(one => one.startsWith('- operations called:'))
  for (const [name, count] of Object.entries(wanted)) expect(line).toContain(`${name} ${count}`)
})
