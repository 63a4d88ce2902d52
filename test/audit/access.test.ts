import { expect, test } from 'vitest'
import { itemOf } from '../../src/diff/describe.ts'
import { type Company, makeCompany } from '../helpers/company.ts'
import { docvault } from '../helpers/docvault.ts'

interface Line {
  person: { id: string; email: string }
  space: { title: string }
  role: string
  via: string
  source: string
  since: { snapshot: number; known: boolean }
}

test('everybody who can see a space is exactly whom the platform lists, and each is explained', async () => {
  const company = await makeCompany({ sites: 1 })
  await company.backUp()
  for (const title of ['Handbook', 'Second']) {
    const lines = await access(company, '--space', title)
    const space = [...company.vault().resources(1, { kind: 'space' })].find(
      one => itemOf(company.vault(), one).title === title,
    )
    const listed = [...company.vault().resources(1, { kind: 'space-access', parent: space?.key })]
    expect(lines.map(one => one.person.id).sort()).toEqual(listed.map(one => one.id).sort())
    expect(lines.filter(one => one.via.includes('not explained'))).toEqual([])
  }
})

test('what a person could see is told with the day since when, and through what', async () => {
  const company = await makeCompany()
  await company.backUp()
  const guest = [...company.vault().resources(1, { kind: 'member' })].find(
    one => itemOf(company.vault(), one).role === null,
  )
  const user = itemOf(company.vault(), guest ?? raise()).user
  const email = typeof user === 'object' && user !== null && 'email' in user ? String(user.email) : ''
  const before = await access(company, email)
  await call(company, 'POST', `spaces/${spaceId(company, 'Second')}/permissions`, {
    role: 'admin',
    users: [guest?.id],
  })
  await company.backUp({ exact: true })
  const after = await access(company, email)
  const on = (lines: Line[], title: string) => lines.find(one => one.space.title === title)
  expect(on(before, 'Second')?.role).not.toBe('admin')
  expect(on(after, 'Second')).toMatchObject({
    role: 'admin',
    via: 'direct on space Second',
    since: { snapshot: 2, known: true },
  })
  expect(on(after, 'Handbook')).toMatchObject({ since: { snapshot: 1, known: false } })
  expect(await access(company, email, '--at', '1')).toEqual(before)
})

test('without lists of permissions the effective access of each member is still told', async () => {
  const company = await makeCompany({ profile: 'document' })
  await company.backUp()
  const lines = await access(company, '--space', 'Handbook')
  expect(lines.length).toBeGreaterThan(5)
  expect(new Set(lines.map(one => one.source))).toEqual(new Set(['platform']))
})

test('the report names administrators, outsiders, guests and what is public', async () => {
  const company = await makeCompany({ sites: 1 })
  await company.backUp()
  const run = await docvault(['audit', 'access', '--format', 'json'], { env: company.env })
  expect([run.code, run.stderr]).toEqual([0, ''])
  const { report } = JSON.parse(run.stdout.toString())
  const people = (section: string) => report.sections[section].map((one: { email: string }) => one.email)
  expect(people('privileged')).toContain('ada.brandt@acme.example')
  expect(people('outside')).toEqual(['ines.tanaka@contractor.example'])
  expect(people('guests')).toEqual(['ines.tanaka@contractor.example'])
  expect(report.sections.published.map((one: { what: string }) => one.what)).toContain('Product Docs')
  expect(report.counts).toMatchObject({ members: 11, guests: 1 })
  expect(report.rows[0]).toMatchObject({
    decision: '',
    justification: '',
    reviewer: '',
    date: '',
    ticket: '',
  })
})

async function access(company: Company, ...args: string[]): Promise<Line[]> {
  const run = await docvault(['access', ...args, '--json'], { env: company.env })
  expect(run.stderr).toBe('')
  return JSON.parse(JSON.stringify(run.events.filter(one => one.message_type === 'access')))
}

function spaceId(company: Company, title: string): string {
  const vault = company.vault()
  const spaces = [...vault.resources(1, { kind: 'space' })]
  return spaces.find(one => itemOf(vault, one).title === title)?.id ?? ''
}

async function call({ emulator }: Company, method: string, path: string, body: unknown): Promise<void> {
  const headers = { authorization: `Bearer ${emulator.token}`, 'content-type': 'application/json' }
  const answer = await fetch(`${emulator.url}/${path}`, { method, headers, body: JSON.stringify(body) })
  expect(answer.ok).toBe(true)
}

function raise(): never {
  throw new Error('the company has no guest')
}
