import { describe, expect, test } from 'vitest'
import { type Company, makeCompany } from '../../helpers/company.ts'
import { docvault } from '../../helpers/docvault.ts'
import { itemsOf, jsonOf, restoreHome, restoreInto } from '../../helpers/restoring.ts'

const profiles = ['document', 'full', 'current'] as const
const changed = { 'guides/install.md': '# Install\n\nSomething else altogether.\n' }

describe.each(profiles)('--on-conflict copy, profile %s', profile => {
  test('a space that differs is made anew beside the one that is there, which stays as it is', async () => {
    const company = await makeCompany({ profile })
    // Where no operation creates a space, an empty one is duplicated.
    if (profile === 'document') company.emulator.create('space', { title: 'Template' })
    await company.backUp()
    await company.edit(changed)
    const home = restoreHome(company)
    const request = { spaces: ['Handbook'], onConflict: 'copy' as const }
    const { plan, result } = await home.apply('1', request)
    expect(plan?.steps.find(one => one.kind === 'space')?.reason).toContain('beside')
    expect(result?.outcome.failures).toEqual([])
    expect(result?.verification.differences).toEqual([])
    await company.backUp({ exact: true })
    const [copy, original] = [
      installOf(company, made(company, 1)),
      installOf(company, idOf(company, 'Handbook', '1')),
    ]
    expect(original).toContain('Something else altogether.')
    expect(copy).toContain('See [Linux]')
    expect(titles(company).filter(one => one === 'Handbook')).toHaveLength(2)
    expect((await home.plan('1', request)).plan?.steps).toEqual([])
    // Whoever asks for the old one afterwards means the old one.
    const later = await home.plan('1', { spaces: ['Handbook'] })
    expect(later.plan?.skipped.map(one => one.reason)).toContain('it differs: left as it is')
  })

  test('what does not differ is not copied', async () => {
    const company = await makeCompany({ profile })
    await company.backUp()
    const { plan } = await restoreHome(company).plan('1', { onConflict: 'copy' })
    expect(plan?.steps).toEqual([])
  })
})

test('a single page is not copied, and the plan says what else there is', async () => {
  const company = await makeCompany()
  await company.backUp()
  await company.edit(changed)
  const vault = company.vault()
  const install = itemsOf(vault, '1', 'page').find(
    one =>
      jsonOf(vault, one).title === 'Install' &&
      vault.ref(one.key).parent?.id === idOf(company, 'Handbook', '1'),
  )
  const { plan } = await restoreHome(company).plan('1', { pages: [install?.id ?? ''], onConflict: 'copy' })
  expect(plan?.steps).toEqual([])
  expect(plan?.skipped.map(one => one.reason)).toEqual([expect.stringContaining('--as-change-request')])
})

test('--on-conflict of another name is refused, and so are copies together with deletions', async () => {
  const company = await makeCompany()
  await company.backUp()
  const unknown = await run(company, 'restore', '1', '--on-conflict', 'overwrite')
  expect(unknown.code).toBe(2)
  expect(unknown.stderr).toContain('--on-conflict "overwrite" is none of skip, update, copy')
  const both = await run(company, 'restore', '1', '--on-conflict', 'copy', '--delete-extra')
  expect(both.code).toBe(2)
  expect(both.stderr).toContain('exclude each other')
})

describe.each(profiles)('--into-space, profile %s', profile => {
  test('the content of a space goes into another one, whose name and other spaces stay', async () => {
    const company = await makeCompany({ profile })
    const into = company.emulator.create('space', { title: 'Landing place' })
    await company.backUp()
    const request = { spaces: ['Handbook'], intoSpace: into }
    const { result } = await restoreHome(company).apply('1', request)
    expect(result?.outcome.failures).toEqual([])
    expect(result?.verification.differences).toEqual([])
    await company.backUp({ exact: true })
    expect(titles(company)).toEqual(['Handbook', 'Landing place', 'Second'])
    const texts = (space: string) => pagesOf(company, space).filter(text => text.startsWith('Install\n'))
    const install = profile === 'current' ? [expect.stringContaining('The same everywhere.')] : null
    expect(texts(into)).toEqual(install ?? texts(idOf(company, 'Handbook')))
    expect(texts(into)).toHaveLength(1)
    expect((await restoreHome(company).plan('1', request)).plan?.steps).toEqual([])
  })

  test('pages that the other space has already are left, and what it lacks is added', async () => {
    const company = await makeCompany({ profile })
    await company.backUp()
    const target = await restoreInto(company, { profile })
    const into = target.emulator.create('space', { title: 'Notes', organization: target.organization })
    target.emulator.create('page', { space: into, title: 'Ours', markdown: '# Ours\n\nWritten here.\n' })
    const { result } = await target.apply('1', { spaces: ['Handbook'], intoSpace: 'Notes' })
    expect(result?.outcome.failures).toEqual([])
    expect(result?.verification.differences).toEqual([])
    const vault = company.vault()
    const pages = itemsOf(vault, String(result?.after), 'page').map(one => jsonOf(vault, one).title)
    expect(pages).toEqual(expect.arrayContaining(['Ours', 'Welcome', 'Install', 'On Linux', 'Empty']))
  })
})

test('--into-space wants a space that is in the organization, and one space to take', async () => {
  const company = await makeCompany()
  await company.backUp()
  const target = await restoreInto(company)
  const here = target.emulator.create('space', { title: 'Here', organization: target.organization })
  const elsewhere = target.emulator.create('space', {
    title: 'Elsewhere',
    organization: target.emulator.organization,
  })
  const into = (...args: string[]) =>
    docvault(['restore', '1', '--to', target.organization, ...args], { env: target.env })
  const missing = await into('--space', 'Handbook', '--into-space', 'nosuchspacenosuchspa')
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('has no space nosuchspace')])
  const foreign = await into('--space', 'Handbook', '--into-space', elsewhere)
  expect([foreign.code, foreign.stderr]).toEqual([
    2,
    expect.stringContaining(`is in organization ${target.emulator.organization}`),
  ])
  const alone = await into('--into-space', here)
  expect([alone.code, alone.stderr]).toEqual([2, expect.stringContaining('needs one --space')])
  expect(itemsOf(company.vault(), '1', 'space')).toHaveLength(2)
})

function run(company: Company, ...args: string[]) {
  return docvault(args, { cwd: company.folder, env: company.env })
}

function titles(company: Company): unknown[] {
  const vault = company.vault()
  return itemsOf(vault, 'latest', 'space')
    .map(one => String(jsonOf(vault, one).title))
    .filter(title => title !== 'Template')
    .sort()
}

function idOf(company: Company, title: string, snapshot = 'latest'): string {
  const vault = company.vault()
  return itemsOf(vault, snapshot, 'space').find(one => jsonOf(vault, one).title === title)?.id ?? ''
}

/** The space that a run made. */
function made(company: Company, run: number): string {
  const ids = [...company.vault().restoredIds({ run })]
  return ids.find(one => one.kind === 'space' && one.made)?.target ?? ''
}

function installOf(company: Company, space: string): string {
  return pagesOf(company, space).find(text => text.startsWith('Install\n')) ?? ''
}

/** Title and Markdown of each. */
function pagesOf(company: Company, space: string): string[] {
  const vault = company.vault()
  return itemsOf(vault, 'latest', 'page')
    .filter(one => vault.ref(one.key).parent?.id === space)
    .map(one => {
      const part = one.parts.find(each => each.name === 'markdown')
      return `${jsonOf(vault, one).title}\n${part ? vault.read(part.content) : ''}`
    })
    .sort()
}
