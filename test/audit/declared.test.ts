/** What the declarations say of fields, and what only the rules can say, as rows of a report. */
import { describe, expect, test } from 'vitest'
import { chooseRules } from '../../src/audit/choose-rules.ts'
import { findMassChanges } from '../../src/audit/mass-change.ts'
import type { ChangeRow } from '../../src/audit/row.ts'
import { RULES } from '../../src/audit/rules/index.ts'
import { itemOf } from '../../src/diff/describe.ts'
import { resources } from '../../src/resources/index.ts'
import { besideCases } from '../contract/kind-cases/beside.ts'
import { ALSO_READ, keptCases } from '../contract/kind-cases/kept.ts'
import { linkedCases } from '../contract/kind-cases/linked.ts'
import { type Company, makeCompany } from '../helpers/company.ts'
import { rowsOf } from './rows.ts'

/** The platform documents these, and a generated company has no example of them. */
const WITHOUT_EXAMPLE: readonly string[] = [
  'context-connection.filter',
  'installation-site.configuration',
  'installation-site.status',
  'integration.contentSecurityPolicy',
  'link-invite.level',
  'openapi-spec.sourceURL',
  'organization.auditLogs',
  'page-group.condition',
  'page.condition',
  'site-mcp-server.condition',
  'site-section.condition',
  'site-space.condition',
  'site-space.hidden',
  'site-team-grant.permission',
  'site-user-grant.permission',
  'site-visitor-auth.backend',
  'site-visitor-auth.fallbackURL',
  'site-visitor-auth.integration',
  'site-visitor-auth.privateKey',
  'site.agentsContext',
  'site.proxy',
  'space.visitorAuth',
]

test('every field that a declaration names is one of what is stored', async () => {
  const company = await makeCompany({ profile: 'current', sites: 3, changeRequests: 8 })
  const { call } = withCalls(company)
  const site = `orgs/${company.emulator.organization}/sites/${await siteOf(company)}`
  await call('POST', `${site}/mcp-servers`, server)
  for (const one of Object.values({ ...besideCases, ...keptCases, ...linkedCases }))
    await one.prepare?.(company)
  await company.backUp({ exact: true }, { env: ALSO_READ })
  const vault = company.vault()
  const unknown = resources.flatMap(({ kind, audit }) => {
    if (audit === null) return []
    const stored = [...vault.resources(1, { kind })].flatMap(one => Object.keys(itemOf(vault, one)))
    return Object.keys(audit.fields)
      .filter(field => !stored.includes(field))
      .map(field => `${kind}.${field}`)
  })
  expect(unknown.toSorted()).toEqual(WITHOUT_EXAMPLE.toSorted())
})

const server = { name: 'Tickets', url: 'https://mcp.acme.example/', transport: 'http', headers: {} }

describe('a change of what is declared has the severity that is declared', () => {
  test('a server that a site asks is led to another host, a section is shown to others', async () => {
    const company = await makeCompany({ profile: 'current', sites: 1 })
    const { call, made } = withCalls(company)
    const site = `orgs/${company.emulator.organization}/sites/${await siteOf(company)}`
    const { id } = await made('POST', `${site}/mcp-servers`, server)
    const [space] = [...(await made('GET', `orgs/${company.emulator.organization}/spaces`)).items]
    const section = await made('POST', `${site}/sections`, { spaceId: space.id, title: 'Staff' })
    await company.backUp({ exact: true })
    await call('PATCH', `${site}/mcp-servers/${id}`, { url: 'https://mcp.evil.example/' })
    await call('PATCH', `${site}/sections/${section.id}`, { condition: 'visitor.claims.isStaff' })
    await company.backUp({ exact: true })
    const told = rowsOf(company, 1, 2).map(brief)
    expect(told).toContain('high site-mcp-server Tickets: site-mcp-server.url')
    expect(told).toContain('high site-section Staff: site-section.condition')
  })

  test('a space that is deleted is high, and a rule that is switched off is info', async () => {
    const company = await makeCompany()
    await company.backUp({ exact: true })
    const space = [...company.vault().resources(1, { kind: 'space' })][0]?.id
    await withCalls(company).call('DELETE', `spaces/${space}`)
    await company.backUp({ exact: true })
    const row = (overrides: string[] = []) =>
      rowsOf(company, 1, 2, overrides).find(one => one.resource.kind === 'space')
    expect(row()).toMatchObject({ severity: 'high', rules: ['space.removed'] })
    expect(row(['space.removed=off'])).toMatchObject({ severity: 'info', rules: [] })
    expect(row(['space.removed=critical'])).toMatchObject({ severity: 'critical' })
  })
})

describe('many changes at once', () => {
  const limits = { administrators: 5, removedPercent: 25, removedLeast: 5 }

  test('nine new administrators are critical, four are not', async () => {
    const company = await makeCompany({ members: 30 })
    await company.backUp()
    const readers = [...company.vault().resources(1, { kind: 'member' })].filter(
      one => itemOf(company.vault(), one).role !== 'admin',
    )
    for (const [index, one] of readers.slice(0, 9).entries()) {
      if (index === 4) await company.backUp()
      company.emulator.patch('member', one.id, { role: 'admin' })
    }
    await company.backUp()
    const mass = (since: number, until: number) =>
      rowsOf(company, since, until).filter(one => one.rules.includes('mass-change'))
    expect(mass(1, 2)).toEqual([])
    // Of the period as a whole, also where no night of it has many.
    expect(mass(1, 3)).toMatchObject([
      {
        severity: 'critical',
        action: 'mass change',
        after: '9 people became administrator (9, 30 %)',
        snapshots: [1, 3],
      },
    ])
    expect(findMassChanges(company.vault(), 1, 3, limits)).toMatchObject([
      { what: 'administrators-gained', count: 9, of: 30 },
    ])
    expect(findMassChanges(company.vault(), 1, 3, { ...limits, administrators: 10 })).toEqual([])
  })

  test('a share of the members and of the pages that is gone is critical, once it is large enough', async () => {
    const company = await makeCompany({ members: 20 })
    const pages = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    const summary = (names: readonly string[]) =>
      `# Table of contents\n\n* [Welcome](README.md)\n${names.map(one => `* [${one}](${one}.md)`).join('\n')}\n`
    await company.edit({
      'SUMMARY.md': summary(pages),
      ...Object.fromEntries(pages.map(one => [`${one}.md`, `# ${one}\n`])),
    })
    await company.backUp()
    const members = [...company.vault().resources(1, { kind: 'member' })]
    const leavers = members.filter(one => itemOf(company.vault(), one).role !== 'admin').slice(0, 5)
    for (const { id } of leavers) company.emulator.remove('member', id)
    await company.edit({ 'SUMMARY.md': summary(['a']) })
    await company.backUp()
    expect(findMassChanges(company.vault(), 1, 2, limits).map(({ what, count }) => [what, count])).toEqual([
      ['members-removed', 5],
      ['pages-removed', 6],
    ])
    const least = { ...limits, removedLeast: 6 }
    expect(findMassChanges(company.vault(), 1, 2, least).map(({ what }) => what)).toEqual(['pages-removed'])
    const most = { ...limits, removedPercent: 90 }
    expect(findMassChanges(company.vault(), 1, 2, most)).toEqual([])
  })
})

describe('the table of rules', () => {
  test('names each rule once, and every rule on a modification says of which field', () => {
    const ids = RULES.map(one => one.id)
    expect(ids.length).toBe(new Set(ids).size)
    expect(RULES.filter(one => one.on.includes('modified') && !one.fields).map(one => one.id)).toEqual([])
  })

  test('a name of before the declarations were rules means what they say now', () => {
    const chosen = chooseRules(['team-removed=off', 'grant-revoked=high'])
    expect(
      chosen
        .filter(one => one.off)
        .map(one => one.id)
        .sort(),
    ).toEqual(['team-member.removed', 'team.removed'])
    expect(chosen.find(one => one.id === 'site-team-grant.removed')?.severity).toBe('high')
    expect(() => chooseRules(['team-remved=off'])).toThrow('there is no rule "team-remved"')
  })
})

function brief({ severity, resource, rules }: ChangeRow): string {
  return `${severity} ${resource.kind} ${resource.title}: ${rules.join(' ')}`
}

async function siteOf(company: Company): Promise<string> {
  const { items } = await withCalls(company).made('GET', `orgs/${company.emulator.organization}/sites`)
  return items[0].id
}

function withCalls({ emulator }: Company) {
  const made = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${emulator.url}/${path}`, {
      method,
      headers: { authorization: `Bearer ${emulator.token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    expect([method, path, answer.ok, answer.ok ? '' : text]).toEqual([method, path, true, ''])
    return text === '' ? {} : JSON.parse(text)
  }
  const call = async (method: string, path: string, body?: unknown): Promise<void> => {
    await made(method, path, body)
  }
  return { call, made }
}
