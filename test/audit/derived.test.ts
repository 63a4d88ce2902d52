/** One thing that was done is one row that counts; what follows from it stands below. */

import { expect, test } from 'vitest'
import type { ChangeRow } from '../../src/audit/row.ts'
import { itemOf } from '../../src/diff/describe.ts'
import type { Kind } from '../../src/model/resource.ts'
import { type Company, makeCompany } from '../helpers/company.ts'
import { docvault } from '../helpers/docvault.ts'
import { rowsOf } from './rows.ts'

test('a site that goes public is one critical row, with its spaces below it', async () => {
  const company = await makeCompany({ profile: 'current', sites: 1 })
  const site = `orgs/${company.emulator.organization}/sites/${idOf(company, await seen(company), 'site', 'Product Docs')}`
  await call(company, 'PATCH', site, { visibility: 'share-link' })
  await company.backUp({ exact: true })
  await call(company, 'PATCH', site, { visibility: 'public' })
  await company.backUp({ exact: true })
  const rows = rowsOf(company, 2, 3)
  const [cause] = rows.filter(one => one.severity === 'critical')
  expect(rows.filter(one => one.severity === 'critical')).toMatchObject([
    { resource: { kind: 'site' }, rules: ['content-made-public'], derived_from: null },
  ])
  const below = rows.filter(one => one.derived_from === cause?.id)
  expect(below.map(one => `${one.severity} ${one.resource.kind}`)).toEqual(['info space', 'info space'])
  expect(cause?.derived).toEqual(below.map(one => one.id))
  // Directly below it, and by the same person.
  expect(rows.slice(0, 3).map(one => one.id)).toEqual([cause?.id, ...below.map(one => one.id)])
  expect(new Set(below.map(one => one.source))).toEqual(new Set([cause?.source]))
  expect(cause?.source).toContain('(updateSiteById)')
  const report = await docvault(['audit', 'changes', '--since', '2', '--format', 'md'], { env: company.env })
  expect(report.stdout.toString().match(/^\| ↳○ info/gm)).toHaveLength(2)
})

test('a space that goes takes its grants with it: one row that counts', async () => {
  const company = await makeCompany({ profile: 'current' })
  const space = idOf(company, await seen(company), 'space', 'Second')
  const grants = [...company.vault().resources(1, { kind: 'space-team-grant' })].filter(
    one => one.parentId === space,
  )
  await call(company, 'POST', `spaces/${space}/permissions`, { role: 'edit', users: [memberOf(company)] })
  await company.backUp({ exact: true })
  await call(company, 'DELETE', `spaces/${space}`)
  await company.backUp({ exact: true, allowShrink: true })
  const rows = rowsOf(company, 2, 3)
  const [cause] = rows.filter(one => one.resource.kind === 'space')
  const below = rows.filter(one => one.resource.kind.endsWith('-grant'))
  expect(below.length).toBeGreaterThan(grants.length)
  expect(below.map(one => [one.severity, one.derived_from])).toEqual(below.map(() => ['info', cause?.id]))
  expect(cause).toMatchObject({ severity: 'high', action: 'deleted' })
})

test('a member who goes takes memberships and grants along', async () => {
  const company = await makeCompany({ profile: 'current' })
  await seen(company)
  const [membership] = company.vault().resources(1, { kind: 'team-member' })
  const person = membership?.id ?? ''
  await call(company, 'DELETE', `orgs/${company.emulator.organization}/members/${person}`)
  await company.backUp({ exact: true, allowShrink: true })
  const rows = rowsOf(company, 1, 2)
  const [cause] = rows.filter(one => one.resource.kind === 'member')
  const below = rows.filter(one => one.resource.kind === 'team-member')
  expect(below.length).toBeGreaterThan(0)
  expect(new Set(below.map(one => one.derived_from))).toEqual(new Set([cause?.id]))
})

test('a space that moves into a closed collection says who loses access, and back, who gains it', async () => {
  const company = await makeCompany({ profile: 'current' })
  const at = await seen(company)
  const [space, closed] = [idOf(company, at, 'space', 'Second'), idOf(company, at, 'collection', 'Internal')]
  const open = idOf(company, at, 'collection', 'Handbooks')
  await call(company, 'PATCH', `collections/${closed}`, { defaultLevel: null })
  await call(company, 'POST', `spaces/${space}/move`, { parent: open })
  await call(company, 'PATCH', `spaces/${space}`, { defaultLevel: 'inherit' })
  await company.backUp({ exact: true })
  await call(company, 'POST', `spaces/${space}/move`, { parent: closed })
  await company.backUp({ exact: true })
  await call(company, 'POST', `spaces/${space}/move`, { parent: open })
  await company.backUp({ exact: true })
  const told = (since: number) => rowsOf(company, since, since + 1)
  const [into, back] = [told(2), told(3)]
  const moved = (rows: ChangeRow[]) =>
    rows.find(one => one.resource.kind === 'space' && one.action === 'moved')
  const people = (rows: ChangeRow[], action: string) =>
    rows
      .filter(one => one.action === action && one.derived_from === moved(rows)?.id)
      .map(one => one.resource.id)
  expect(people(into, 'lost access').length).toBeGreaterThan(3)
  expect(people(into, 'gained access')).toEqual([])
  expect(people(back, 'gained access')).toEqual(people(into, 'lost access'))
  expect(moved(into)?.effective_after).toContain(`${people(into, 'lost access').length} lose access`)
  expect(into.find(one => one.action === 'lost access')).toMatchObject({
    severity: 'info',
    resource: { kind: 'space-access', path: 'space Second' },
    effective_before: expect.stringMatching(/^\w+$/),
    effective_after: 'none',
  })
})

test('who is disabled is marked so where access is listed', async () => {
  const company = await makeCompany({ profile: 'current' })
  await seen(company)
  const person = memberOf(company)
  company.emulator.patch('member', person, { disabled: true })
  await company.backUp()
  const json = await docvault(['access', '--space', 'Handbook', '--json'], { env: company.env })
  const events: { person: { id: string; disabled: boolean } }[] = JSON.parse(
    JSON.stringify(json.events.filter(one => one.message_type === 'access')),
  )
  const marked = events.filter(one => one.person.disabled).map(one => one.person.id)
  expect(marked).toEqual(events.some(one => one.person.id === person) ? [person] : [])
  expect(marked).toEqual([person])
  const text = await docvault(['access', '--space', 'Handbook'], { env: company.env })
  expect(text.stdout.toString()).toContain('(disabled)')
})

/** Number of the first snapshot. */
async function seen(company: Company): Promise<number> {
  return (await company.backUp({ exact: true })).snapshot
}

function idOf(company: Company, snapshot: number, kind: Kind, title: string): string {
  const vault = company.vault()
  const found = [...vault.resources(snapshot, { kind })].find(one => itemOf(vault, one).title === title)
  if (!found) throw new Error(`there is no ${kind} ${title}`)
  return found.id
}

/** Neither administrator nor guest, and in no team. */
function memberOf(company: Company): string {
  const vault = company.vault()
  const found = [...vault.resources(1, { kind: 'member' })].find(one => {
    const { role } = itemOf(vault, one)
    return role !== 'admin' && role !== null && vault.find(1, 'team-member', one.id).length === 0
  })
  return found?.id ?? ''
}

async function call({ emulator }: Company, method: string, path: string, body?: unknown): Promise<void> {
  const answer = await fetch(`${emulator.url}/${path}`, {
    method,
    headers: { authorization: `Bearer ${emulator.token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  expect([path, answer.ok ? '' : await answer.text()]).toEqual([path, ''])
}
