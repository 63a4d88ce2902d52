import { expect, test } from 'vitest'
import { makeCompany } from '../../helpers/company.ts'
import { write } from '../../helpers/platform-write.ts'
import { itemsOf, jsonOf, restoreHome } from '../../helpers/restoring.ts'

test('a plan that makes a team alone says what of it stays behind', async () => {
  const company = await makeCompany({ profile: 'full' })
  await company.backUp()
  const vault = company.vault()
  const provider = itemsOf(vault, '1', 'saml-provider')
    .map(one => jsonOf(vault, one))
    .find(one => one.defaultTeam)
  const team = JSON.parse(JSON.stringify(provider?.defaultTeam))
  const { organization } = company.emulator
  await write(company.emulator, 'DELETE', `/orgs/${organization}/teams/${team.id}`)
  const home = restoreHome(company)
  const left = (await home.plan('1', { kinds: ['team'] })).plan?.skipped ?? []
  const words = left.map(one => `${one.kind} ${one.label}: ${one.reason}`)
  const made = `team ${team.title}, which is made anew, and is not chosen`
  expect(words).toContain(
    `saml-provider ${provider?.label}: it names ${made}: --kind saml-provider chooses it`,
  )
  expect(words.filter(one => one.startsWith('team-member '))).not.toEqual([])
  expect(left.filter(one => one.kind === 'team-member').map(one => one.reason)).toContain(
    `it stands under ${made}: --kind team-member chooses it`,
  )
  expect(words.filter(one => one.startsWith('space-team-grant '))).not.toEqual([])
})

test('a plan of everything leaves nothing behind', async () => {
  const company = await makeCompany({ profile: 'full' })
  await company.backUp()
  const { organization } = company.emulator
  const [team] = itemsOf(company.vault(), '1', 'team')
  await write(company.emulator, 'DELETE', `/orgs/${organization}/teams/${team?.id}`)
  const { plan } = await restoreHome(company).plan('1', {})
  expect(plan?.skipped.filter(one => one.reason.includes('not chosen'))).toEqual([])
})

test('single sign-on gets its default team back from the plan that makes the team anew', async () => {
  const company = await makeCompany({ profile: 'full' })
  await company.backUp()
  const vault = company.vault()
  const providers = itemsOf(vault, '1', 'saml-provider').map(one => jsonOf(vault, one))
  const provider = providers.find(one => one.defaultTeam)
  const team = JSON.parse(JSON.stringify(provider?.defaultTeam))
  const { organization } = company.emulator
  await write(company.emulator, 'DELETE', `/orgs/${organization}/teams/${team.id}`)
  const home = restoreHome(company)
  const skipped = (await home.plan('1')).plan?.skipped.find(one => one.kind === 'saml-provider')
  expect(skipped?.reason).toContain(`default team: none → ${team.title}:`)
  const { result } = await home.apply('1', { onConflict: 'update', allowWidening: 'Acme Documentation' })
  expect(result?.outcome.failures).toEqual([])
  expect(result?.verification.differences).toEqual([])
  expect((await home.plan('1', { onConflict: 'update' })).plan?.steps).toEqual([])
})
