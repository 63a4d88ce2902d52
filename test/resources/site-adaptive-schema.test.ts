import { expect, test } from 'vitest'
import { write } from '../contract/kind-cases/kind-case.ts'
import { type Company, makeCompany } from '../helpers/company.ts'

test('a site without a schema does not hide that of another, and its own is seen when it comes', async () => {
  const company = await makeCompany({ profile: 'current' })
  const bare = await adaptiveSite(company, 'Bare')
  const first = await company.backUp({ exact: true })
  expect(first).toMatchObject({ state: 'complete', gaps: [] })
  expect(first.not_offered).not.toContain('site-adaptive-schema')
  const known = await adaptiveSite(company, 'Known')
  await describeVisitors(company, known)
  expect((await company.backUp()).resources['site-adaptive-schema']).toBe(1)
  await describeVisitors(company, bare)
  const last = await company.backUp({ exact: true })
  expect(last).toMatchObject({ state: 'complete', gaps: [] })
  expect(last.resources['site-adaptive-schema']).toBe(2)
})

async function adaptiveSite(company: Company, title: string): Promise<string> {
  const { id } = Object(await write(company, 'POST', 'sites', { title, visibility: 'unlisted' }))
  await write(company, 'PATCH', `sites/${id}`, { adaptiveContent: { enabled: true } })
  return id
}

async function describeVisitors(company: Company, site: string): Promise<void> {
  const properties = { plan: { type: 'string', enum: ['free', 'pro'], description: 'What they pay for' } }
  const jsonSchema = { type: 'object', properties, additionalProperties: false }
  await write(company, 'PUT', `sites/${site}/adaptive-schema`, { jsonSchema })
}
