import { expect, test } from 'vitest'
import { UsageError } from '../../../src/model/errors.ts'
import { makeCompany } from '../../helpers/company.ts'
import { restoreHome } from '../../helpers/restoring.ts'

test('an organization to restore into is named by its title', async () => {
  const { company, home } = await backedUp()
  const scratch = company.emulator.create('organization', { title: 'New Home' })
  const byTitle = await home.plan('1', { to: 'New Home' })
  expect([byTitle.plan?.organization, byTitle.plan?.request.to]).toEqual([scratch, scratch])
  const byId = await home.plan('1', { to: scratch })
  expect(byId.plan?.request).toEqual(byTitle.plan?.request)
})

test('where two are called the same, both ids are named and nothing is planned', async () => {
  const { company, home } = await backedUp()
  const two = ['Twin', 'Twin'].map(title => company.emulator.create('organization', { title }))
  const error = await failureOf(() => home.plan('1', { to: 'Twin' }))
  expect(error).toBeInstanceOf(UsageError)
  expect(error).toMatchObject({
    message: '--to: the token sees 2 organizations called Twin',
    hint: `name it by its id: ${two.join(', ')}`,
  })
})

test('where none is called so, those that the token sees are named', async () => {
  const { company, home } = await backedUp()
  const { organization } = company.emulator
  const scratch = company.emulator.create('organization', { title: 'New Home' })
  const error = await failureOf(() => home.plan('1', { to: 'new hoem' }))
  expect(error).toBeInstanceOf(UsageError)
  expect(error).toMatchObject({ message: '--to: the token sees no organization new hoem' })
  expect(String(Object.entries(error ?? {}))).toMatch(
    new RegExp(`\\(${organization}\\), New Home \\(${scratch}\\)`),
  )
})

async function backedUp() {
  const company = await makeCompany({ profile: 'full' })
  await company.backUp()
  return { company, home: restoreHome(company) }
}

async function failureOf(run: () => Promise<unknown>): Promise<object | null> {
  try {
    await run()
    return null
  } catch (error) {
    return error instanceof Error ? error : null
  }
}
