import { describe, expect, test } from 'vitest'
import { compare } from '../../src/diff/compare.ts'
import { resources } from '../../src/resources/index.ts'
import { type Company, makeCompany } from '../helpers/company.ts'
import { write } from '../helpers/platform-write.ts'
import { itemsOf, jsonOf } from '../helpers/state/expected.ts'

const people = { members: 12, teams: 3, sites: 2 }

describe('a list that nothing can be asked about', () => {
  test.each([
    ['space-team-grant', revokeOnlyTeamGrant],
    ['share-link', deleteLastShareLinks],
    ['collection-order', emptyCollection],
  ] as const)('loses its last item: two exact runs agree, and `latest` moves on (%s)', async (kind, lose) => {
    const company = await makeCompany({ ...people, organizations: 0 })
    const prepared = await lose(company)
    const before = await company.backUp({ exact: true })
    expect(before.state).toBe('complete')
    await prepared()
    const first = await company.backUp({ exact: true })
    expect(first).toMatchObject({ state: 'partial', removed: 0 })
    expect(first.gaps).toEqual([expect.objectContaining({ kind, class: 'shrunken' })])
    // A fast run in between is no witness, and does not call complete what is a gap.
    expect(await company.backUp()).toMatchObject({ state: 'partial', removed: 0 })
    const second = await company.backUp({ exact: true })
    expect(second).toMatchObject({ state: 'complete', gaps: [] })
    expect(company.vault().resolve('latest').snapshot).toBe(second.snapshot)
    if (kind === 'collection-order') return
    expect(second.removed).toBe(1)
    const [change] = [
      ...compare(company.vault(), resources, { a: before, b: second }, { by: 'id', kinds: [kind] }),
    ]
    expect(change).toMatchObject({ type: 'removed', firstMissing: { snapshot: first.snapshot } })
  })

  test('that comes back is no removal', async () => {
    const company = await makeCompany(people)
    await deleteLastShareLinks(company)
    const before = await company.backUp({ exact: true })
    company.emulator.fault({ operation: 'listSiteShareLinks', kind: 'empty' })
    expect(await company.backUp({ exact: true })).toMatchObject({ state: 'partial', removed: 0 })
    company.emulator.clearFaults()
    const after = await company.backUp({ exact: true })
    expect(after).toMatchObject({ state: 'complete', removed: 0, contents: before.contents })
  })
})

describe('agreement proves nothing', () => {
  test('where every list of a kind is empty, night after night', async () => {
    const company = await makeCompany(people)
    for (const space of itemsOf(company.emulator.state().spaces))
      await grantOnlyTo(company, String(space.id), 0)
    const before = await company.backUp({ exact: true })
    company.emulator.fault({ operation: 'listTeamPermissionsInSpace', kind: 'empty' })
    for (let night = 0; night < 3; night++)
      expect(await company.backUp({ exact: true })).toMatchObject({ state: 'partial', removed: 0 })
    expect(await company.backUp({ exact: true, allowShrink: true })).toMatchObject({ state: 'complete' })
    expect(before.state).toBe('complete')
  })

  test("where the token's owner has another role than when the list was whole", async () => {
    const company = await makeCompany(people)
    const revoke = await revokeOnlyTeamGrant(company)
    await company.backUp({ exact: true })
    await revoke()
    const { organization } = company.emulator
    const me = jsonOf(await read(company, '/user')).id
    company.emulator.patch('member', String(me), { role: 'read' })
    expect(organization).not.toBe('')
    for (let night = 0; night < 3; night++) {
      const { gaps } = await company.backUp({ exact: true })
      expect(gaps).toContainEqual(expect.objectContaining({ kind: 'space-team-grant' }))
    }
  })
})

async function read({ emulator }: Company, path: string): Promise<unknown> {
  const answer = await fetch(emulator.url + path, { headers: { authorization: `Bearer ${emulator.token}` } })
  return answer.json()
}

/** Leaves one team grant on the first space and none elsewhere; answers how to revoke it. */
async function revokeOnlyTeamGrant(company: Company): Promise<() => Promise<void>> {
  const [space] = itemsOf(company.emulator.state().spaces)
  const team = await grantOnlyTo(company, String(space?.id), 0)
  return () => write(company.emulator, 'DELETE', `/spaces/${space?.id}/permissions/teams/${team}`)
}

async function grantOnlyTo({ emulator }: Company, space: string, index: number): Promise<string> {
  const [organization] = itemsOf(emulator.state().organizations)
  const teams = itemsOf(organization?.teams).map(one => one.id)
  for (const team of teams) await write(emulator, 'DELETE', `/spaces/${space}/permissions/teams/${team}`)
  const team = String(teams[index])
  await write(emulator, 'POST', `/spaces/${space}/permissions`, { role: 'read', teams: [team] })
  return team
}

/** Leaves one link on one site; answers how to delete it. */
async function deleteLastShareLinks({ emulator }: Company): Promise<() => Promise<void>> {
  const [organization] = itemsOf(emulator.state().organizations)
  const links = itemsOf(organization?.sites).flatMap(site =>
    itemsOf(site.shareLinks).map(link => `/orgs/${organization?.id}/sites/${site.id}/share-links/${link.id}`),
  )
  const [last, ...others] = links
  for (const path of others) await write(emulator, 'DELETE', path)
  return () => write(emulator, 'DELETE', last ?? '')
}

/** A collection of one space, which is then moved to the root. */
async function emptyCollection({ emulator }: Company): Promise<() => Promise<void>> {
  const collection = emulator.create('collection', { title: 'Shelf' })
  const [space] = itemsOf(emulator.state().spaces)
  await write(emulator, 'POST', `/spaces/${space?.id}/move`, { parent: collection })
  return () => write(emulator, 'POST', `/spaces/${space?.id}/move`, { parent: null })
}
