import { describe, expect, test } from 'vitest'
import { makeCompany } from '../../helpers/company.ts'
import { write } from '../../helpers/platform-write.ts'
import { itemsOf, jsonOf, restoreHome, restoreInto } from '../../helpers/restoring.ts'

const kinds = ['installation', 'installation-space', 'installation-site'] as const

describe.each(['full', 'current'] as const)('installations of integrations, profile %s', profile => {
  test('are left alone unless their kind is asked for, and then come back configured', async () => {
    const company = await makeCompany({ profile })
    await company.backUp()
    const target = await restoreInto(company, { profile })
    const whole = await target.apply('1')
    expect(whole.result?.verification.differences).toEqual([])
    const installed = (number: number | undefined) => itemsOf(company.vault(), String(number), 'installation')
    expect(installed(whole.result?.after)).toEqual([])
    const skipped = whole.plan?.skipped.filter(one => one.kind === 'installation') ?? []
    expect(skipped.map(one => one.label).sort()).toEqual(['chat', 'drawings'])
    expect(skipped[0]?.reason).toContain('--kind installation')
    const table = whole.result?.verification.kinds.find(one => one.kind === 'installation')
    expect(table).toMatchObject({ full: 0, not: 2 })

    const asked = await target.apply('1', { kinds })
    expect(asked.result?.outcome.failures).toEqual([])
    expect(asked.result?.verification.differences).toEqual([])
    const vault = company.vault()
    const after = String(asked.result?.after)
    const chat = itemsOf(vault, after, 'installation').map(one => jsonOf(vault, one))
    expect(chat.find(one => one.integration === 'chat')?.configuration).toEqual({ channel: '#docs' })
    const [place] = itemsOf(vault, after, 'installation-space').map(one => jsonOf(vault, one))
    const handbook = itemsOf(vault, after, 'space').find(one => jsonOf(vault, one).title === 'Handbook')
    expect(place).toMatchObject({ space: handbook?.id, configuration: { theme: 'light' } })
    expect((await target.plan('1', { kinds })).plan?.steps).toEqual([])
    const { plan: back } = await target.run({ action: 'undo', run: asked.result?.run ?? 0 })
    if (back === null) throw new Error('there is no plan')
    await target.run({ action: 'apply', plan: back })
    const state = JSON.parse(JSON.stringify(target.emulator.state()))
    expect(JSON.stringify(state.integrations)).not.toContain(target.organization)
  })
})

test('an integration that the target does not know is told before anything is done', async () => {
  const company = await makeCompany()
  await company.backUp()
  const target = await restoreInto(company)
  const { url, token } = target.emulator
  const headers = { authorization: `Bearer ${token}` }
  expect((await fetch(`${url}/integrations/chat`, { method: 'DELETE', headers })).status).toBe(204)
  const { plan } = await target.plan('1')
  expect(plan?.impossible).toContainEqual({
    kind: 'installation',
    source: expect.any(String),
    label: 'chat',
    reason: 'the target has no integration chat: publish it there first, from its own source',
  })
})

test('a member who was not invited again because nobody asked is no undeclared difference', async () => {
  const company = await makeCompany()
  await company.backUp()
  const [membership] = itemsOf(company.vault(), '1', 'team-member')
  company.emulator.remove('member', membership?.id ?? '')
  const { result } = await restoreHome(company).apply('1')
  expect(result?.verification.differences).toEqual([])
  const reasons = result?.verification.kinds.find(one => one.kind === 'member')?.reasons ?? {}
  expect(Object.keys(reasons)).toContain(
    'it would let somebody in: choose it with --person or --kind, or add --allow-widening',
  )
})

test('a plan tells that a configuration changes, and shows none', async () => {
  const company = await makeCompany({ profile: 'current' })
  const { emulator } = company
  await company.backUp()
  const chat = itemsOf(company.vault(), '1', 'installation').find(
    one => jsonOf(company.vault(), one).integration === 'chat',
  )
  await write(emulator, 'PATCH', `/integrations/chat/installations/${chat?.id}`, {
    configuration: { channel: '#theirs' },
  })
  const { plan } = await restoreHome(company).plan('1', { kinds, onConflict: 'update' })
  const [step] = plan?.steps.filter(one => one.kind === 'installation') ?? []
  expect(step?.reason).toContain('configuration: (secret) → another secret')
  expect(JSON.stringify(plan)).not.toMatch(/#theirs|#docs/)
  const { plan: kept } = await restoreHome(company).plan('1', { kinds })
  expect(JSON.stringify(kept?.skipped)).not.toMatch(/#theirs|#docs/)
})
