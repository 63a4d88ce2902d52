/**
 * Somebody changes each field of each operation of the published description in turn. A restore in place puts it back, or its
 * plan says why not: no step fails, nothing differs unannounced, and a second plan has nothing to do. SEED chooses the values.
 */
import { expect, test } from 'vitest'
import { makeRandom } from '../../src/emulator/state/random.ts'
import type { Company } from '../helpers/company.ts'
import { bodiesOf, drawBody, fieldsOf } from '../helpers/each-field/bodies.ts'
import { makeEveryKind } from '../helpers/each-field/every-kind.ts'
import { placesOf } from '../helpers/each-field/places.ts'
import { restoreHome } from '../helpers/restoring.ts'
import { type Operation, readService, VERSIONS } from '../helpers/shapes/service.ts'
import { itemsOf } from '../helpers/state/expected.ts'

const SEED = Number(process.env.SEED ?? 7)
/** Values that are drawn until the service takes one and something is other than before. */
const ATTEMPTS = 60

/** Nothing that they change is there, or the emulator has not the operation. */
const UNTAKEN: ReadonlySet<string> = new Set([
  'adsUpdateSite',
  'updateGitSyncInstallationById',
  'updateOrganizationAgentConversation',
  'updateSiteFindingById',
  'sortSiteStructure',
  'updateSiteTopicById',
  'updateChangeRequestConversation',
  'updateUserById',
  'setIntegrationDevelopmentMode',
  'provisionOrganizationAgentConversation',
  // Its body is a list.
  'upsertSiteContextRecords',
])

const service = readService(VERSIONS.current)
const operations = service.operations.filter(
  ({ method, body }) => (method === 'PATCH' || method === 'PUT') && body !== null,
)

test.each(operations)('what $name changes is put back or named', async operation => {
  const bodies = bodiesOf(service, operation)
  const problems: Record<string, unknown> = {}
  const untaken: string[] = []
  let company = await backedUp()
  for (const field of fieldsOf(bodies)) {
    const sent = await changeField(company, operation, field)
    if (sent === null) {
      untaken.push(field)
      continue
    }
    const problem = await problemOf(company)
    if (problem === null) continue
    problems[`${field} by ${sent}`] = problem
    company = await backedUp()
  }
  console.log(
    `${operation.name}: ${fieldsOf(bodies).length} fields, not taken by the emulator: ${untaken.join(' ') || 'none'}`,
  )
  expect(problems).toEqual({})
  expect(untaken.length === fieldsOf(bodies).length).toBe(UNTAKEN.has(operation.name))
})

async function backedUp(): Promise<Company> {
  const company = await makeEveryKind()
  await company.backUp({ exact: true })
  return company
}

/** The body that changed something; null where the service took none. */
async function changeField(company: Company, operation: Operation, field: string): Promise<string | null> {
  const { emulator } = company
  const random = makeRandom(SEED, `${operation.name} ${field}`)
  const ids = [...JSON.stringify(emulator.state()).matchAll(/"id":"([^"]+)"/g)].map(([, id = '']) => id)
  const [places, bodies] = [placesOf(company, operation.path), bodiesOf(service, operation)]
  const { origin } = new URL(emulator.url)
  const [first, ...more] = places
  const [body, ...others] = bodies
  if (first === undefined || body === undefined) return null
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const drawn = drawBody({ service, random, origin, ids }, random.pick([body, ...others]), field)
    if (drawn === null) continue
    const before = JSON.stringify(emulator.state())
    const sent = JSON.stringify(drawn)
    const answer = await fetch(emulator.url + random.pick([first, ...more]), {
      method: operation.method,
      headers: { authorization: `Bearer ${emulator.token}`, 'content-type': 'application/json' },
      body: sent,
    })
    if (answer.ok && JSON.stringify(emulator.state()) !== before) return sent
  }
  return null
}

/** Null: put back, or named. */
async function problemOf(company: Company): Promise<unknown> {
  const home = restoreHome(company)
  const [organization] = itemsOf(company.emulator.state().organizations)
  const request = { onConflict: 'update' as const, allowWidening: String(organization?.title) }
  const { result } = await home.apply('1', request)
  if (result === null) return 'nothing was applied'
  const { outcome, verification } = result
  if (outcome.failures.length + verification.differences.length > 0)
    return [outcome.failures, verification.differences]
  const { plan } = await home.plan('1', { onConflict: 'update' })
  return plan?.steps.length === 0 ? null : plan?.steps
}
