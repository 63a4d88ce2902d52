import { expect, test } from 'vitest'
import { type Company, makeCompany } from '../helpers/company.ts'

test.each(['empty', 'missing-page'] as const)(
  'a feed of audit events that comes back cut (%s) is a gap, and the next run has what it left out',
  async kind => {
    const company = await makeCompany({ profile: 'current' })
    await renameTo(company, 'One')
    const first = await company.backUp()
    await renameTo(company, 'Two')
    company.emulator.fault({ operation: 'listOrganizationAuditEvents', kind })
    const cut = await company.backUp({ exact: true })
    expect(cut.gaps.map(gap => gap.kind)).toEqual(['audit-event'])
    company.emulator.clearFaults()
    const whole = await company.backUp({ exact: true })
    expect(whole.state).toBe('complete')
    expect(whole.resources['audit-event']).toBe((first.resources['audit-event'] ?? 0) + 1)
  },
)

test('a feed in which nothing new happened is whole', async () => {
  const company = await makeCompany({ profile: 'current' })
  await renameTo(company, 'One')
  await company.backUp()
  company.emulator.resetRequests()
  const unchanged = await company.backUp({ exact: true })
  expect([unchanged.state, unchanged.added]).toEqual(['complete', 0])
  expect(company.emulator.requests().operations).not.toHaveProperty('getOrganizationAuditEvent')
})

/** Through the API: what happens beside it leaves no event. */
async function renameTo({ emulator }: Company, title: string): Promise<void> {
  const answer = await fetch(`${emulator.url}/orgs/${emulator.organization}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${emulator.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title }),
  })
  if (!answer.ok) throw new Error(`no new title: ${answer.status} ${await answer.text()}`)
}
