import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fleetSchema } from '../../../src/fleet/answer.ts'
import { ROLES, type Role } from '../../../src/model/role.ts'
import { isForAuditors } from '../../../src/resources/for-auditors.ts'
import { makeMetrics } from '../../../src/server/metrics.ts'
import { readOperatorEntries } from '../../../src/server/people/operators.ts'
import { type RouteRole, routeRoles } from '../../../src/server/people/route-roles.ts'
import { makeApp } from '../../../src/server/server.ts'
import { statusSchema } from '../../../src/server/status.ts'
import { openVaultForWriting } from '../../../src/vault/vault.ts'
import { views } from '../../../src/web/views/views.ts'
import { makeCompany } from '../../helpers/company.ts'
import { startTestDaemon } from '../../helpers/daemon.ts'
import { emptyView } from '../../helpers/empty-view.ts'
import { openTestPeople } from '../../helpers/people.ts'

const ORIGIN = 'http://127.0.0.1'
const oidc = {
  ...{ issuer: 'https://id.example.com', clientId: 'docvault', clientSecret: null },
  ...{ groupsClaim: 'groups', scopes: ['openid'] },
}

/** A server whose people have the roles that their sessions name as groups: `viewer`, `viewer in o1`. */
function serve(view = emptyView, organization = 'o1') {
  const roles = ROLES.flatMap(role => [
    { group: role, role, organizations: null },
    { group: `${role} bound`, role, organizations: [organization] },
    { group: `${role} elsewhere`, role, organizations: ['elsewhere'] },
    { group: `${role} of acme`, role, organizations: null, tenants: ['acme'] },
    { group: `${role} of globex`, role, organizations: null, tenants: ['globex'] },
  ])
  const people = openTestPeople({ oidc, roles })
  const app = makeApp(
    {
      ...{ view, metrics: makeMetrics({ version: 'test', isDetailed: () => true }), people, now: Date.now },
      ...{ host: '127.0.0.1', port: 0, token: 'token', restoreToken: null },
      publicUrl: () => null,
      failed: () => {},
    },
    () => ORIGIN,
  )
  const as = async (group: string, path: string, method = 'GET', body?: object) => {
    const secret = people.sessions.begin({ subject: group, name: group, groups: [group] })
    const headers: Record<string, string> = {
      ...{ cookie: `docvault-session=${secret}`, host: '127.0.0.1', origin: ORIGIN },
      'x-docvault-form-token': people.sessions.find(secret)?.formToken ?? '',
      ...(body ? { 'content-type': 'application/json', 'content-length': '9' } : {}),
    }
    return await app.request(path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  }
  return { app, as, people }
}

/** What has an address; what stands before it, or shows the board's own parts, has a pattern for all. */
function handled(routes: readonly { method: string; path: string }[]) {
  return routes.filter(({ path }) => path !== '/*' && path !== '/auth/*')
}

function rulesFor(method: string, path: string): RouteRole[] {
  return routeRoles.filter(
    rule =>
      (rule.method === 'ALL' || rule.method === method) &&
      (rule.path === path || (rule.path.endsWith('/*') && path.startsWith(rule.path.slice(0, -1)))),
  )
}

describe('the table of roles', () => {
  test('has every address of the server', () => {
    const { app } = serve()
    const missing = handled(app.routes).filter(
      ({ method, path }) =>
        !routeRoles.some(rule => rule.path === path) && rulesFor(method, path).length === 0,
    )
    expect(missing).toEqual([])
    expect(
      routeRoles.filter(
        rule =>
          !app.routes.some(({ path }) => path === rule.path || path.startsWith(rule.path.replace('*', ''))),
      ),
    ).toEqual([])
  })

  test('lets in who has the role, and nobody else: every address, every role, bound and not', async () => {
    const { app, as } = serve()
    const seen = new Set<string>()
    for (const { method, path } of handled(app.routes)) {
      const rules = rulesFor(method, path)
      const name = `${method} ${path}`
      if (method === 'ALL' || seen.has(name) || rules.some(({ role }) => role === 'open')) continue
      seen.add(name)
      const address = path.replaceAll(/:\w+(\{[^}]*\})?/g, 'x').replace('*', 'x')
      for (const role of ROLES)
        for (const bound of [false, true]) {
          if (path === '/auth/logout') continue
          const { status } = await as(bound ? `${role} bound` : role, address, method)
          const mayPass = rules.every(rule => passes(rule, role, bound))
          expect([name, role, bound, status === 403]).toEqual([name, role, bound, !mayPass])
        }
      expect([name, (await as('no role', address, method)).status]).toEqual([
        name,
        rules.every(({ role }) => role === 'anybody') ? expect.any(Number) : 403,
      ])
      expect([name, (await app.request(address, { method, headers: { host: 'x' } })).status]).toEqual([
        name,
        401,
      ])
    }
    expect(seen.size).toBeGreaterThan(25)
  })

  test('what it does not name is as if it were not there', async () => {
    const { as } = serve()
    expect((await as('admin', '/not/in/the/table')).status).toBe(404)
  })

  test('what changes something needs the token of the session', async () => {
    const { app, people } = serve()
    const secret = people.sessions.begin({ subject: 'a', name: 'a', groups: ['admin'] })
    const headers = { cookie: `docvault-session=${secret}`, host: '127.0.0.1', origin: ORIGIN }
    for (const more of [{}, { 'x-docvault-form-token': 'wrong' }, { origin: 'http://evil.example' }]) {
      const answer = await app.request('/api/jobs/check', {
        method: 'POST',
        headers: { ...headers, ...more },
      })
      expect(answer.status).toBe(403)
    }
  })
})

function passes({ role: wanted, in: extent }: RouteRole, role: Role, bound: boolean): boolean {
  if (wanted === 'open' || wanted === 'anybody') return true
  return ROLES.indexOf(role) >= ROLES.indexOf(wanted) && !(bound && extent !== 'some')
}

describe('an organization', () => {
  test('that is not of somebody is not there: pages and the API answer as for one that nobody has', async () => {
    const { as, org, item } = await makeNight()
    for (const path of [
      `/o/${org}`,
      `/o/${org}/at/1`,
      `/o/${org}/at/latest`,
      `/o/${org}/at/1/p/${item}`,
      `/o/${org}/changes`,
    ]) {
      expect([path, (await as('admin bound', path)).status]).toEqual([
        path,
        path.endsWith('changes') ? 400 : path.endsWith('latest') ? 302 : 200,
      ])
      const [other, nobody] = await Promise.all(
        [path, path.replace(org, 'nobody')].map(address => as('admin elsewhere', address)),
      )
      expect([path, other?.status, nobody?.status]).toEqual([path, 404, 404])
      expect(contentOf(await other?.text()).replaceAll(org, 'nobody')).toBe(contentOf(await nobody?.text()))
    }
    expect(await (await as('admin elsewhere', '/index.json')).json()).toMatchObject({ organizations: [] })
    for (const path of ['/api/snapshots', '/api/runs', '/api/jobs', '/api/plans'])
      expect([path, await (await as('admin elsewhere', path)).json()]).toEqual([path, []])
    expect(await (await as('admin elsewhere', '/api/status')).json()).toMatchObject({
      platforms: [],
    })
    for (const path of [
      `/api/changes?organization=${org}`,
      '/api/changes?from=1&to=1',
      `/api/search?q=a&organization=${org}`,
    ])
      expect([path, (await as('admin elsewhere', path)).status]).toEqual([path, 404])
    const found = await (await as('admin elsewhere', '/search.json?q=Welcome')).json()
    expect(found).toMatchObject({ total: 0, matches: [] })
    for (const [path, body] of [
      ['/api/jobs/backup', { organization: org }],
      ['/api/jobs/restore', { organization: org }],
      ['/api/bundles', { organization: org, space: 's' }],
    ] as const)
      expect([path, (await as('admin elsewhere', path, 'POST', body)).status]).toEqual([path, 404])
    expect((await as('admin bound', '/api/jobs/check', 'POST', {})).status).toBe(403)
  })

  test('shows its members to auditors, and to nobody below', async () => {
    const { as, org, kinds } = await makeNight()
    const paths = [
      `/o/${org}/at/1/access?person=a`,
      ...kinds.filter(isForAuditors).map(kind => `/o/${org}/at/1/k/${kind}`),
    ]
    expect(paths.length).toBeGreaterThan(3)
    for (const path of paths)
      for (const group of ['viewer', 'viewer bound', 'auditor', 'auditor bound'])
        expect([path, group, (await as(group, path)).status]).toEqual([
          path,
          group,
          group.startsWith('viewer') ? 403 : 200,
        ])
    const night = await (await as('viewer', `/o/${org}/at/1.json`)).json()
    expect(Object.keys(Object(night).resources).filter(isForAuditors)).toEqual([])
    for (const path of [
      '/search?q=a&kind=team',
      `/o/${org}/changes?a=1&b=1&kind=team`,
      '/api/search?q=a&kind=team',
    ])
      expect([path, (await as('viewer', path)).status]).toEqual([path, 403])
    expect(views.filter(({ path }) => path.endsWith('/access'))).toHaveLength(1)
  })

  test('has a page that says who is signed in, and a way out; each look is entered', async () => {
    const { as, org, item, people } = await makeNight()
    const page = await (await as('viewer bound', `/o/${org}/at/1/p/${item}?view=source`)).text()
    expect(page).toMatch(
      /<form class="person" action="\/auth\/logout" method="post"><input type="hidden" name="form_token" value="[\w-]{43}"><span><bdi>viewer bound</,
    )
    people.operators.close()
    const entries = [...readOperatorEntries(people.folder, { from: undefined, to: undefined })]
    expect(entries).toContainEqual({
      ...{ at: expect.any(Number), who: 'viewer bound', subject: 'viewer bound', act: 'look' },
      ...{ organization: org, item: `page ${item}`, snapshot: 1 },
    })
  })
})

describe('a tenant', () => {
  test('has what its platforms have, and knows of nobody else', async () => {
    const { as, org, backUp } = await makeTenants()
    await backUp('acme-docs')
    const pathsOf = async (group: string) => {
      const status = statusSchema.parse(await (await as(group, '/api/status')).json())
      const index = Object(await (await as(group, '/index.json')).json())
      const fleet = fleetSchema.parse(await (await as(group, '/api/fleet')).json())
      return {
        platforms: status.platforms.map(({ name }) => name),
        organizations: index.organizations.map(({ organization }: { organization: string }) => organization),
        timezones: Object.keys(index.timezones),
        fleet: fleet.platforms.map(({ platform }) => platform),
      }
    }
    expect(await pathsOf('viewer of acme')).toEqual({
      ...{ platforms: ['acme-docs'], organizations: [org], timezones: ['acme-docs'], fleet: ['acme-docs'] },
    })
    expect(await pathsOf('admin of globex')).toEqual({
      ...{ platforms: ['globex-docs'], organizations: [], timezones: [], fleet: ['globex-docs'] },
    })
    for (const path of [`/o/${org}`, `/api/changes?organization=${org}&platform=globex-docs`])
      expect([path, (await as('admin of globex', path)).status]).toEqual([path, 404])
    const other = await as('admin of globex', '/api/snapshots?platform=acme-docs')
    expect([other.status, await other.json()]).toEqual([
      400,
      expect.objectContaining({
        message: 'there is no platform acme-docs',
        hint: 'platforms are globex-docs',
      }),
    ])
    expect((await as('admin of globex', '/api/jobs/backup', 'POST', {})).status).toBe(404)
    for (const path of ['/fleet', '/api/fleet'])
      expect([path, (await as('admin bound', path)).status]).toEqual([path, 403])
  })

  test('has no organization that a platform of another tenant has, whoever was first', async () => {
    const { as, org, backUp } = await makeTenants()
    await backUp('acme-docs')
    expect((await as('viewer of acme', `/o/${org}`)).status).toBe(200)
    await backUp('globex-docs')
    for (const group of ['admin of acme', 'admin of globex'])
      expect([group, (await as(group, `/o/${org}`)).status]).toEqual([group, 404])
    expect(await (await as('admin', '/index.json')).json()).toMatchObject({ organizations: [{}, {}] })
  })

  test('sees nothing of a vault of another one that only lies here, whatever ids are in it', async () => {
    const { as, org, backUp } = await makeTenants(true)
    await backUp('acme-docs')
    const seenBy = async (group: string) => {
      const { organizations } = Object(await (await as(group, '/index.json')).json())
      return organizations.map(({ platform }: { platform: string }) => platform).toSorted()
    }
    expect(await seenBy('admin')).toEqual(['acme-docs', 'globex-docs'])
    expect(await seenBy('admin of acme')).toEqual(['acme-docs'])
    expect((await as('admin of acme', `/o/globex-docs~${org}`)).status).toBe(404)
    expect((await as('admin of acme', `/o/${org}`)).status).toBe(200)
  })
})

/**
 * Of two tenants, each with a platform of which the other one may know nothing. `isHeld`: the second one has a night, and stands
 * by, as where its vault was left behind by a move.
 */
async function makeTenants(isHeld = false) {
  const company = await makeCompany()
  const { url, token, organization: org } = company.emulator
  const file = join(company.folder, 'tenants.yaml')
  const entries = ['acme', 'globex'].map(
    tenant => `  - { name: ${tenant}-docs, tenant: ${tenant}, url: '${url}', token: '${token}' }\n`,
  )
  writeFileSync(file, `platforms:\n${entries.join('')}`)
  const env = { DOCVAULT_VAULT_PATH: join(company.folder, 'vaults') }
  if (isHeld) {
    const path = join(env.DOCVAULT_VAULT_PATH, 'globex-docs')
    await company.backUp({}, { env: { DOCVAULT_VAULT_PATH: path } })
    const held = await openVaultForWriting(path)
    onTestFinished(() => held.close())
  }
  const daemon = await startTestDaemon(company, { file, env })
  const backUp = async (name: string) => {
    const run = await daemon.platform(name).trigger('backup', { organization: org })
    await daemon.endedOn(name, record => record.run === run)
    await daemon.daemon.beat()
  }
  return { ...serve(daemon.daemon.view, org), org, backUp }
}

/** Without what differs with each session. */
function contentOf(page: string | undefined): string {
  return page?.slice(page.indexOf('<main')) ?? ''
}

async function makeNight() {
  const company = await makeCompany()
  await company.backUp()
  const { daemon } = await startTestDaemon(company)
  const org = company.emulator.organization
  const vault = company.vault()
  const [page] = vault.resources(1, { kind: 'page' })
  const [night] = vault.snapshots()
  return { ...serve(daemon.view, org), org, item: page?.id ?? '', kinds: Object.keys(night?.resources ?? {}) }
}
