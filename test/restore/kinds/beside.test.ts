import { expect, test } from 'vitest'
import { besideCases } from '../../contract/kind-cases/beside.ts'
import { first, write } from '../../contract/kind-cases/kind-case.ts'
import { type Company, makeCompany } from '../../helpers/company.ts'
import { restoreHome, restoreInto, type Target } from '../../helpers/restoring.ts'

async function told(): Promise<Company> {
  const company = await makeCompany({ profile: 'current', sites: 1 })
  await besideCases['glossary-entry']?.prepare?.(company)
  await company.backUp()
  await besideCases['site-agent-settings']?.change?.(company)
  await company.backUp({ exact: true })
  return company
}

function wordsIn({ emulator, organization }: Target): unknown {
  const { organizations } = emulator.state()
  const found = Array.isArray(organizations) ? organizations.find(one => one.id === organization) : null
  const glossary = found?.shelves.glossary ?? []
  return {
    glossary: glossary.map((one: { translations: object }) => one.translations),
    told: found?.sites.map((site: { agentSettings: { scans: object } }) => site.agentSettings.scans),
  }
}

const WORDS = { glossary: [{ en: 'vault', de: 'Tresor' }], told: [{ topics: 'never' }] }

test('words of the glossary and what an agent is told come back in a new organization', async () => {
  const company = await told()
  const target = await restoreInto(company, { profile: 'current' })
  const { result } = await target.apply('latest')
  expect(result?.outcome.failures).toEqual([])
  expect(result?.verification.differences).toEqual([])
  expect(wordsIn(target)).toEqual(WORDS)
  expect((await target.plan('latest')).plan?.steps).toEqual([])
})

test('a deleted word and changed settings come back in place, and the undo takes them back', async () => {
  const company = await told()
  const home = restoreHome(company)
  await besideCases['glossary-entry']?.remove(company)
  const agent = `sites/${first(company, 'site').id}/agent-settings`
  await write(company, 'PUT', agent, {
    scans: { topics: 'auto' },
    findings: { changeRequests: 'always' },
    editing: { customInstructions: { object: 'document', data: {}, nodes: [] } },
  })
  const before = wordsIn(home)
  const { result } = await home.apply('latest', { onConflict: 'update' })
  expect(result?.outcome.failures).toEqual([])
  expect(wordsIn(home)).toEqual(WORDS)
  const { plan } = await home.run({ action: 'undo', run: result?.run ?? 0 })
  if (plan === null) throw new Error('there is no plan')
  const undone = await home.run({ action: 'apply', plan })
  expect(undone.result?.outcome.failures).toEqual([])
  expect(wordsIn(home)).toEqual(before)
})
