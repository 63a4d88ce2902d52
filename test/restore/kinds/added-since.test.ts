import { expect, test } from 'vitest'
import { first, rowsOf, write } from '../../contract/kind-cases/kind-case.ts'
import { makeCompany } from '../../helpers/company.ts'
import { restoreHome } from '../../helpers/restoring.ts'

test('a space and a section that came since make no order another one, nor a restore partial', async () => {
  const company = await makeCompany({ profile: 'current', sites: 1 })
  const home = restoreHome(company)
  await company.backUp()
  const [handbook, second] = rowsOf(company, 'space').map(({ id }) => `/spaces/${id}`)
  const parent = first(company, 'collection').id
  for (const space of [handbook, second]) await write(company, 'POST', `${space}/move`, { parent })
  await company.backUp({ exact: true })
  company.emulator.create('space', { title: 'New', parent })
  const spaceId = first(company, 'space').id
  await write(company, 'POST', `sites/${first(company, 'site').id}/sections`, { spaceId, title: 'Mine' })
  await write(company, 'PATCH', handbook ?? '', { title: 'Otherwise' })

  const { plan, result } = await home.apply('2', { onConflict: 'update' })
  expect(plan?.steps.map(({ kind, reason }) => [kind, reason])).toEqual([
    ['space', 'title: Otherwise → Handbook'],
  ])
  expect([result?.outcome.failures, result?.verification.differences]).toEqual([[], []])
  expect(result?.state).toBe('complete')
  expect((await home.plan('2', { onConflict: 'update' })).plan?.steps).toEqual([])

  // And an order that somebody changed is put back, with what came since where it stands.
  const before = { type: 'space', space: handbook?.split('/').at(-1) }
  await write(company, 'POST', `${second}/move`, { parent, position: { before } })
  const again = await home.apply('2', { onConflict: 'update' })
  expect(again.plan?.steps.map(({ kind }) => kind)).toEqual(['collection-order'])
  expect(again.result?.verification.differences).toEqual([])
})
