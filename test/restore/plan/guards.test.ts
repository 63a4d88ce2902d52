import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Company, makeCompany } from '../../helpers/company.ts'
import { docvault } from '../../helpers/docvault.ts'
import { comparable, itemsOf, restoreHome, restoreInto } from '../../helpers/restoring.ts'

const run = (company: Company, env: Record<string, string>, ...args: string[]) =>
  docvault(args, { cwd: company.folder, env })

test('a plan changes nothing, and one made before the target changed is refused', async () => {
  const company = await makeCompany()
  await company.backUp()
  const target = await restoreInto(company)
  const file = join(company.folder, 'plan.json')
  const before = comparable(target)
  const planned = await run(company, target.env, 'restore', '1', '--to', target.organization, '-o', file)
  expect(planned.code).toBe(0)
  expect(planned.stdout.toString()).toContain('Nothing was changed')
  expect(comparable(target)).toEqual(before)
  target.emulator.create('team', { title: 'Made meanwhile' })
  target.emulator.patch('organization', target.organization, { title: 'Renamed meanwhile' })
  const applied = await run(company, target.env, 'restore', 'apply', file, '--yes', '--json')
  expect(applied.code).toBe(2)
  expect(applied.stderr).toContain('the target has changed since the plan was made')
  expect(comparable(target)).not.toEqual(before)
  expect(JSON.stringify(comparable(target))).not.toContain('Handbook')
})

test('a file that is no plan is refused', async () => {
  const company = await makeCompany()
  await company.backUp()
  const file = join(company.folder, 'no-plan.json')
  writeFileSync(file, '{}')
  const result = await run(company, company.env, 'restore', 'apply', file, '--yes')
  expect(result.code).toBe(2)
  expect(result.stderr).toContain('is no plan')
})

test('what is extra is deleted only when the title of the organization was typed', async () => {
  const company = await makeCompany()
  await company.backUp()
  company.emulator.create('space', { title: 'Extra' })
  const home = restoreHome(company)
  const before = comparable(home)
  const planned = await run(company, company.env, 'restore', '1', '--delete-extra')
  expect(String(planned.stdout)).toContain(
    'plan it once more with --delete-extra --confirm "Acme Documentation"',
  )
  const args = ['restore', '1', '--delete-extra', '--apply', '--yes']
  for (const typed of [[], ['--confirm', 'acme documentation']]) {
    const refused = await run(company, company.env, ...args, ...typed)
    expect(refused.code).toBe(2)
    expect(refused.stderr).toContain('typed back')
    expect(comparable(home)).toEqual(before)
  }
  const done = await run(company, company.env, ...args, '--confirm', 'Acme Documentation')
  expect(done.code).toBe(0)
  expect(JSON.stringify(comparable(home))).not.toMatch(/"title":"Extra"(?!.*deletedAt)/)
})

test('a word too many is refused, and not passed over', async () => {
  const company = await makeCompany()
  await company.backUp()
  for (const args of [
    ['1', 'Acme Documentation', '--allow-widening'],
    ['runs', '1'],
    ['plans', '1'],
    ['plan', 'latest'],
  ]) {
    const refused = await run(company, company.env, 'restore', ...args)
    expect(refused.code).toBe(2)
    expect(refused.stderr).toContain(`takes nothing more, and "${args[1]}" was given`)
    expect(refused.stderr.includes('`docvault restore latest` plans')).toBe(args[0] === 'plan')
  }
  for (const args of [
    ['5', '--incident', '1..2'],
    ['5', '--resume', '1'],
  ]) {
    const refused = await run(company, company.env, 'restore', ...args)
    expect(refused.code).toBe(2)
    expect(refused.stderr).toContain(`${args[1]} takes no snapshot beside it, and "5" was given`)
  }
})

test('without --yes nobody who cannot be asked applies anything', async () => {
  const company = await makeCompany()
  await company.backUp()
  const target = await restoreInto(company)
  const result = await run(company, target.env, 'restore', '1', '--to', target.organization, '--apply')
  expect(result.code).toBe(2)
  expect(result.stderr).toContain('nobody is there to agree')
})

test('an undo removes what the run made, but for what was edited since', async () => {
  const company = await makeCompany()
  await company.backUp()
  const target = await restoreInto(company)
  const { result } = await target.apply('1')
  const teams = itemsOf(company.vault(), String(result?.after), 'team')
  target.emulator.patch('team', teams[0]?.id ?? '', { title: 'Renamed since' })
  const { plan } = await target.run({ action: 'undo', run: result?.run ?? 0 })
  if (!plan) throw new Error('there is no plan')
  expect(plan.skipped.filter(one => one.kind === 'team').map(one => one.reason)).toEqual([
    'it was changed since: it stays as it is',
  ])
  await target.run({ action: 'apply', plan })
  const state = JSON.parse(JSON.stringify(comparable(target)))
  expect(state.spaces.every((one: { deletedAt?: string }) => one.deletedAt !== undefined)).toBe(true)
  expect(state.collections).toEqual([])
  expect(state.organizations[0].teams.map((one: { title: string }) => one.title)).toEqual(['Renamed since'])
})

test('an undo shows what it would remove, changes nothing without a yes, and removes no more than was shown', async () => {
  const company = await makeCompany()
  await company.backUp()
  const target = await restoreInto(company)
  const { result } = await target.apply('1')
  const made = result?.run ?? 0
  const before = comparable(target)
  const refused = await run(company, target.env, 'restore', 'undo', String(made))
  expect(refused.code).toBe(2)
  expect(refused.stderr).toContain('nobody is there to agree')
  const shown = refused.stdout.toString()
  expect(shown).toContain(`What restore ${made} did is taken back`)
  expect(shown).toMatch(/\n {2}delete +space Handbook: restore \d+ made it/)
  expect(comparable(target)).toEqual(before)
  const { plan } = await target.run({ action: 'undo', run: made })
  if (!plan) throw new Error('there is no plan')
  target.emulator.create('space', { title: 'Made after the plan', organization: target.organization })
  await expect(target.run({ action: 'apply', plan })).rejects.toThrow('has changed since the plan was made')
})

test('nothing that was there is given to anybody, and nothing is published, unless it is asked for', async () => {
  const company = await makeCompany({ sites: 1 })
  await company.backUp()
  const vault = company.vault()
  const [membership] = itemsOf(vault, '1', 'team-member')
  company.emulator.remove('member', membership?.id ?? '')
  const { plan } = await restoreHome(company).plan('1')
  expect(plan?.steps.map(one => one.kind)).not.toContain('member')
  expect(plan?.skipped.map(one => one.reason)).toContain(
    'it would let somebody in: choose it with --person or --kind, or add --allow-widening',
  )
  const target = await restoreInto(company)
  await target.apply('1')
  const published = () =>
    JSON.parse(JSON.stringify(comparable(target))).organizations[0].sites.map(
      (one: { published: boolean }) => one.published,
    )
  expect(published()).toEqual([false])
  const asked = await restoreInto(company)
  await asked.apply('1', { publish: true })
  expect(JSON.parse(JSON.stringify(comparable(asked))).organizations[0].sites[0].published).toBe(true)
})

test('restored comments say who wrote them and when', async () => {
  const company = await makeCompany({ comments: 3 })
  await company.backUp()
  const target = await restoreInto(company)
  const { result } = await target.apply('1')
  const vault = company.vault()
  const texts = itemsOf(vault, String(result?.after), 'comment').map(one =>
    JSON.stringify(vault.readJson(one)),
  )
  expect(texts).toHaveLength(3)
  for (const text of texts) expect(text).toMatch(/\*[^*]+ wrote on \d{4}-\d\d-\d\d \d\d:\d\d UTC:\*/)
})
