import { expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../../config/load.ts'
import { backupSettings } from '../../jobs/backup.ts'
import { openHeld } from '../../jobs/held.ts'
import { backUp } from '../../src/backup/backup.ts'
import type { BackupEvent } from '../../src/backup/events.ts'
import { MOST_LEVELS } from '../../src/platform/parse.ts'
import { resources } from '../../src/resources/index.ts'
import { type Company, makeCompany } from '../helpers/company.ts'
import { docvault } from '../helpers/docvault.ts'

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

function treeOf(levels: number, revision = 'rev'): string {
  const node = (id: number) => `{"id":"p${id}","title":"t","type":"document","slug":"s${id}","pages":[`
  const open = Array.from({ length: levels }, (_, id) => node(id)).join('')
  return `{"object":"revision","id":"${revision}","files":[],"reusableContents":[],"pages":[${open}${']}'.repeat(levels)}]}`
}

/** What the platform answers to the operation, at this moment. */
async function answerTo(company: Company, path: string): Promise<Record<string, unknown>> {
  const { url, token } = company.emulator
  const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } })
  return Object(await response.json())
}

const membersPath = ({ emulator }: Company) => `/orgs/${emulator.organization}/members?limit=1000`

test.each(['http://', 'https://[', '//', 'http://127.0.0.1:99999999/'])(
  'a download redirected to %s is a gap of that file, and the backup goes on',
  async location => {
    const company = await makeCompany()
    company.emulator.fault({ operation: 'download', kind: 'redirect', location })
    const summary = await company.backUp()
    expect(summary).toMatchObject({ state: 'partial', resources: { page: 10, member: 12 } })
    expect(new Set(summary.gaps.map(gap => gap.class))).toEqual(new Set(['invalid']))
    expect(summary.gaps.every(gap => gap.resource !== undefined)).toBe(true)
  },
)

test('a member with a field nested 5,000 deep makes the list a gap that says so', async () => {
  const company = await makeCompany()
  await company.backUp()
  const members = JSON.stringify(await answerTo(company, membersPath(company)))
  const text = members.replace('"object":"member"', `"object":"member","extra":${nested(5000)}`)
  expect(text.length).toBeGreaterThan(members.length + 10_000)
  company.emulator.fault({ operation: 'listMembersInOrganizationById', kind: 'answer', text })
  const summary = await company.backUp()
  expect(summary).toMatchObject({ state: 'partial', removed: 0, resources: { member: 12 } })
  expect(summary.gaps).toMatchObject([{ kind: 'member', class: 'invalid' }])
  expect(summary.gaps[0]?.message).toMatch(
    new RegExp(`^listMembersInOrganizationById: .* more than ${MOST_LEVELS} levels .*/members`),
  )
})

test('a tree 50,000 deep is read as deep as is allowed, and the rest of it is a gap', async () => {
  const company = await makeCompany()
  const answer = await answerTo(company, `/orgs/${company.emulator.organization}/spaces`)
  const match = Object(answer).items[0].id
  const { revision } = Object(answer).items[0]
  const text = treeOf(50_000, revision)
  company.emulator.fault({ operation: 'getRevisionById', kind: 'answer', text, match })
  const summary = await company.backUp()
  const most = Math.floor((MOST_LEVELS - 2) / 2)
  expect(summary).toMatchObject({ state: 'partial', resources: { space: 2, page: 5 + most - 1 } })
  expect(summary.gaps).toMatchObject([
    { kind: 'page', class: 'invalid', resource: `p${most - 1}` },
    { kind: 'revision', class: 'invalid', resource: 'content' },
  ])
})

test('a tree just as deep as is allowed is read, sealed, compared and exported', async () => {
  const company = await makeCompany()
  const levels = Math.floor((MOST_LEVELS - 2) / 2)
  const answer = await answerTo(company, `/orgs/${company.emulator.organization}/spaces`)
  for (const { id, revision } of Object(answer).items) {
    const text = treeOf(levels, revision)
    company.emulator.fault({ operation: 'getRevisionById', kind: 'answer', text, match: id })
  }
  const events: BackupEvent[] = []
  const summary = await company.backUp({}, { report: event => events.push(event) })
  expect(events.filter(event => event.type === 'bug')).toEqual([])
  expect(summary.resources.page).toBe(2 * levels)
  for (const args of [['diff', '1', '1'], ['export', '1', 'out'], ['ls', '1'], ['check']]) {
    const run = await docvault(args, { cwd: company.folder, env: company.env })
    expect([args, run.code, run.stderr]).toEqual([args, 0, expect.any(String)])
  }
})

test('an item of a list that is not what the API promises is a gap as large as that item', async () => {
  const company = await makeCompany()
  await company.backUp()
  const answer = await answerTo(company, membersPath(company))
  const items = Object(answer).items
  const [first, second, third] = items
  const broken = {
    ...answer,
    items: [{ ...first, user: 7 }, { ...second, id: '' }, third, ...items.slice(3)],
  }
  const text = JSON.stringify(broken)
  company.emulator.fault({ operation: 'listMembersInOrganizationById', kind: 'answer', text })
  const summary = await company.backUp()
  expect(summary).toMatchObject({ state: 'partial', removed: 0, resources: { member: 12 } })
  const gaps = summary.gaps.filter(gap => gap.kind === 'member')
  expect(gaps.map(gap => gap.resource).sort()).toEqual([first.id, 'item 2', second.id].sort())
  company.emulator.clearFaults()
  expect(await company.backUp()).toMatchObject({ state: 'complete', modified: 0, removed: 0 })
})

test.each(['', '.', '..', 'a\nb', '\ud800'])(
  'an organization with the id %j is reported and left out, the others are backed up',
  async id => {
    const company = await makeCompany()
    const answer = await answerTo(company, '/orgs')
    const [organization] = Object(answer).items
    // JSON.stringify escapes what is no character.
    const text = JSON.stringify({ ...answer, count: 2, items: [{ ...organization, id }, organization] })
    company.emulator.fault({ operation: 'listOrganizationsForAuthenticatedUser', kind: 'answer', text })
    const run = await docvault(['backup', '--json'], { cwd: company.folder, env: company.env })
    expect(run.code).toBe(3)
    expect(run.events).toContainEqual(
      expect.objectContaining({ message_type: 'left-out', organization: null }),
    )
    expect(run.events.at(-1)).toMatchObject({ message_type: 'summary', state: 'complete' })
  },
)

test('an organization that is listed twice is backed up once', async () => {
  const company = await makeCompany()
  const answer = await answerTo(company, '/orgs')
  const [organization] = Object(answer).items
  const text = JSON.stringify({ items: [organization, organization] })
  company.emulator.fault({ operation: 'listOrganizationsForAuthenticatedUser', kind: 'answer', text })
  await company.backUp()
  expect(company.vault().snapshots()).toHaveLength(1)
})

test('an error of our own within a scope is a gap that says so, with its stack for the log', async () => {
  const company = await makeCompany()
  const { organization } = company.emulator
  const config = loadConfig({ env: company.env })
  const held = openHeld(config, { command: 'test' })
  onTestFinished(() => held.close())
  const platform = held.client(undefined)
  const broken = resources.map(one =>
    one.kind === 'team' ? { ...one, label: () => brokenLabel(null) } : one,
  )
  const events: BackupEvent[] = []
  const summary = await backUp({
    platform,
    vault: await held.vault(),
    resources: broken,
    settings: backupSettings(config, {}),
    organization: await platform.organizations.get(organization),
    trigger: 'test',
    report: event => events.push(event),
  })
  expect(summary).toMatchObject({ state: 'partial', resources: { member: 12, page: 10 } })
  expect(summary.gaps).toMatchObject([{ kind: 'team', class: 'bug' }])
  const bug = events.find(event => event.type === 'bug')
  expect(bug?.stack).toMatch(/TypeError[\s\S]*brokenLabel/)
})

function brokenLabel(item: { title: string } | null): string {
  return Object(item).title.trim()
}
